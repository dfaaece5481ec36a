/** Builds the demo workspace: keys, virtual keys, configs, guardrails, prompts and policies, with budgets. */

import { NO_DEFAULTS } from '../../core/caller.ts'
import type { ConfigTexts } from '../../core/configs/config-texts.ts'
import { DEFAULT_ACTIONS } from '../../core/guardrails/guardrails.ts'
import { keyHint, newKeySecret } from '../../core/key-secret.ts'
import type { Prompt, PromptVersion } from '../../core/prompts/prompts.ts'
import type { ApiKey } from '../../core/stores/api-keys.ts'
import type { SavedConfig } from '../../core/stores/configs.ts'
import { NO_GUARDRAILS, type SavedGuardrail } from '../../core/stores/guardrails.ts'
import { NO_LIMITS, type UsageLimit } from '../../core/stores/limits.ts'
import type { RatePolicy, UsagePolicy } from '../../core/stores/policies.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { VirtualKey } from '../../core/stores/virtual-keys.ts'
import type { Workspace } from '../../core/stores/workspaces.ts'
import type { Principal } from '../access/principal.ts'
import { sealCredential } from '../virtual-keys/credentials.ts'
import {
  CONFIGS,
  DEMO_HOST,
  DEMO_NAME,
  type DemoApp,
  GUARDRAILS,
  KEYS,
  PARTIAL,
  PROMPTS,
  VIRTUAL_KEYS,
} from './demo-content.ts'
import { demoVersionId } from './demo-guardrails.ts'
import { DEMO_MARK, DEMO_SLUG } from './demo-mark.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const BUDGET_DAYS = 30
const DAYS_TO_RESET = 12
/** The elapsed share of each budget's period. */
export const ELAPSED_SHARE = (BUDGET_DAYS - DAYS_TO_RESET) / BUDGET_DAYS

export function nextResetMs(nowMs: number): number {
  return nowMs + DAYS_TO_RESET * DAY_MS
}

export type DemoAuthor = { readonly principal: Principal; readonly nowMs: number }
/** The users who created the objects, assigned in turn, and the time when the workspace was created. */
export type DemoAuthors = { readonly ids: readonly [string, ...string[]]; readonly sinceMs: number }
type Ports = { readonly vault: Vault; readonly texts: ConfigTexts }

/** The limits are derived from the traffic, so that every budget is partly used. */
export type DemoBudgets = {
  readonly workspace: UsageLimit
  readonly virtualKeys: Readonly<Record<string, UsageLimit>>
  readonly keys: Readonly<Partial<Record<DemoApp, UsageLimit>>>
  readonly perUser: UsageLimit
}

type SavedPrompt = { readonly prompt: Prompt; readonly versions: readonly PromptVersion[] }

export type DemoObjects = {
  readonly workspace: Workspace
  readonly keys: Readonly<Record<DemoApp, ApiKey>>
  readonly virtualKeys: readonly VirtualKey[]
  readonly configs: readonly Omit<SavedConfig, 'isDefault'>[]
  readonly guardrails: readonly SavedGuardrail[]
  readonly partial: SavedPrompt
  readonly prompts: readonly SavedPrompt[]
  readonly usagePolicy: UsagePolicy
  readonly ratePolicy: RatePolicy
}

export function demoBudget(
  type: UsageLimit['type'],
  creditLimit: number,
  alertThreshold: number | null,
  nowMs: number,
): UsageLimit {
  return {
    type,
    creditLimit,
    alertThreshold,
    periodicReset: null,
    periodicResetDays: BUDGET_DAYS,
    // If the reset is in the past, the current period starts at that time, and the next reset is computed from it.
    nextResetAtMs: nowMs - (BUDGET_DAYS - DAYS_TO_RESET) * DAY_MS,
  }
}

export function demoWorkspace({ principal }: DemoAuthor, sinceMs: number): Workspace {
  return {
    id: Bun.randomUUIDv7(),
    slug: DEMO_SLUG,
    organisationId: principal.organisationId,
    name: DEMO_NAME,
    description: 'Synthetic traffic. No provider was called.',
    icon: null,
    isDefault: false,
    defaultMetadata: { [DEMO_MARK]: 'true' },
    defaultConfigSlug: null,
    defaultGuardrails: NO_GUARDRAILS,
    retentionDays: null,
    bodyRetentionDays: null,
    logBodies: null,
    limits: NO_LIMITS,
    createdAtMs: sinceMs,
    updatedAtMs: sinceMs,
  }
}

/** Discards the secrets of these keys, so nobody can use them. */
export function demoKeys(
  workspace: Workspace,
  { ids, sinceMs }: DemoAuthors,
  { vault }: Ports,
): Record<DemoApp, ApiKey> {
  const keys = KEYS.map(({ name, app }, i) => [
    app,
    demoKey(name, workspace, { createdBy: turn(ids, i), createdAtMs: sinceMs + (1 + 4 * i) * HOUR_MS }, vault),
  ])
  return Object.fromEntries(keys) as Record<DemoApp, ApiKey>
}

type Origin = { readonly createdBy: string; readonly createdAtMs: number }

function demoKey(name: string, workspace: Workspace, { createdBy, createdAtMs }: Origin, vault: Vault): ApiKey {
  const secret = newKeySecret('workspace')
  return {
    id: Bun.randomUUIDv7(),
    organisationId: workspace.organisationId,
    workspaceId: workspace.id,
    kind: 'workspace',
    type: 'workspace-service',
    name,
    description: 'Demo. Its secret was discarded.',
    userId: null,
    hash: vault.hash(secret),
    hint: keyHint(secret),
    previousHash: null,
    previousHashExpiresAtMs: null,
    scopes: [],
    allowInference: true,
    defaults: NO_DEFAULTS,
    limits: NO_LIMITS,
    alertEmails: [],
    clientCertificates: [],
    rotation: null,
    expiresAtMs: null,
    lastUsedAtMs: null,
    lastUsedIp: null,
    createdBy,
    creationMode: 'auto',
    reviewSinceMs: null,
    rotatedBy: null,
    certifiedBy: [],
    isTrusted: true,
    createdAtMs,
    updatedAtMs: createdAtMs,
  }
}

function turn(ids: DemoAuthors['ids'], i: number): string {
  return ids[i % ids.length] ?? ids[0]
}

export function demoObjects(
  workspace: Workspace,
  keys: Readonly<Record<DemoApp, ApiKey>>,
  budgets: DemoBudgets,
  authors: DemoAuthors,
  ports: Ports,
): DemoObjects {
  const home = { organisationId: workspace.organisationId, workspaceId: workspace.id }
  const { ids, sinceMs } = authors
  const origin = (i: number, hours: number): Origin => ({
    createdBy: turn(ids, i),
    createdAtMs: sinceMs + hours * HOUR_MS,
  })
  const limited = Object.entries(keys).map(([app, key]) => {
    const usageLimit = budgets.keys[app as DemoApp] ?? null
    return [app, { ...key, limits: { usageLimit, rateLimits: [] } }]
  })
  const policyOf = (hours: number) => {
    const atMs = sinceMs + hours * HOUR_MS
    return { ...home, ...everyUser, id: crypto.randomUUID(), isArchived: false, createdAtMs: atMs, updatedAtMs: atMs }
  }
  const everyUser = {
    conditions: [{ key: 'metadata._user', values: '*', excludes: [] }],
    groupBy: ['metadata._user'],
  } as const
  return {
    workspace: { ...workspace, limits: { usageLimit: budgets.workspace, rateLimits: [] } },
    keys: Object.fromEntries(limited) as Record<DemoApp, ApiKey>,
    virtualKeys: VIRTUAL_KEYS.map((one, i) => demoVirtualKey(one, home, budgets, origin(i, 1 + i), ports.vault)),
    configs: CONFIGS.map((one, i) => demoConfig(one, home, origin(i, 5 + 22 * i), ports.texts)),
    guardrails: GUARDRAILS.map((one, i) => demoGuardrail(one, home, origin(i, 20 + 40 * i))),
    partial: demoPartial(home, origin(1, 90)),
    prompts: PROMPTS.map((one, i) => demoPrompt(one, home, origin(i, 6 + 25 * i))),
    usagePolicy: { ...policyOf(30), kind: 'usage', name: 'Cost per user', limit: budgets.perUser },
    ratePolicy: {
      ...policyOf(76),
      kind: 'rate',
      name: 'Requests per user',
      limit: { type: 'requests', unit: 'rpm', value: 60 },
    },
  }
}

type Home = { readonly organisationId: string; readonly workspaceId: string }

function demoVirtualKey(
  { slug, name, provider, hasCredential }: (typeof VIRTUAL_KEYS)[number],
  home: Home,
  budgets: DemoBudgets,
  { createdAtMs }: Origin,
  vault: Vault,
): VirtualKey {
  const id = Bun.randomUUIDv7()
  const credential = { id: Bun.randomUUIDv7(), weight: 1, isDisabled: false, createdAtMs }
  const text = { key: `demo-${slug}-not-a-real-key`, settings: {} }
  return {
    id,
    ...home,
    slug,
    name,
    note: hasCredential ? 'Demo: its credential and host do not exist.' : 'Demo',
    provider,
    settings: {},
    settingNames: {},
    customHost: hasCredential ? DEMO_HOST : null,
    isHostTrusted: false,
    isDisabled: false,
    limits: { usageLimit: budgets.virtualKeys[slug] ?? null, rateLimits: [] },
    expiresAtMs: null,
    integration: null,
    credentials: hasCredential ? [sealCredential(vault, { ...home, id }, text, credential)] : [],
    createdAtMs,
    updatedAtMs: createdAtMs,
  }
}

function demoConfig(
  { slug, name, note, config }: (typeof CONFIGS)[number],
  home: Home,
  { createdBy, createdAtMs }: Origin,
  texts: ConfigTexts,
): Omit<SavedConfig, 'isDefault'> {
  const versionId = crypto.randomUUID()
  const { text, names } = texts.seal(JSON.stringify(config), versionId)
  return {
    id: crypto.randomUUID(),
    ...home,
    slug,
    name,
    status: 'active',
    ownerId: createdBy,
    updatedBy: createdBy,
    createdAtMs,
    updatedAtMs: createdAtMs,
    version: { id: versionId, number: 1, text, names, trustedHosts: [], note, createdBy, createdAtMs },
  }
}

/** The checks contain no secrets, so nothing is encrypted. */
function demoGuardrail(
  { slug, name, checks, actions }: (typeof GUARDRAILS)[number],
  home: Home,
  { createdBy, createdAtMs }: Origin,
): SavedGuardrail {
  return {
    id: crypto.randomUUID(),
    ...home,
    slug,
    name,
    ownerId: createdBy,
    updatedBy: createdBy,
    createdAtMs,
    updatedAtMs: createdAtMs,
    version: {
      id: demoVersionId(home.workspaceId, slug),
      number: 1,
      checks: checks.map(({ id, parameters }) => ({ id, parameters, isEnabled: true, name: null })),
      actions: { ...DEFAULT_ACTIONS, ...actions },
      isTrusted: false,
      createdBy,
      createdAtMs,
    },
  }
}

const CONTENT = {
  parameters: {},
  model: null,
  virtualKey: null,
  functions: null,
  tools: null,
  toolChoice: null,
  templateMetadata: null,
  isRaw: false,
}

function demoPartial(home: Home, origin: Origin): SavedPrompt {
  const version = {
    id: crypto.randomUUID(),
    number: 1,
    content: { ...CONTENT, string: PARTIAL.text },
    description: null,
    partials: [],
    ...origin,
  }
  return { prompt: promptOf(PARTIAL, home, [version]), versions: [version] }
}

function demoPrompt(
  { slug, name, model, virtualKey, versions }: (typeof PROMPTS)[number],
  home: Home,
  { createdBy, createdAtMs }: Origin,
): SavedPrompt {
  const saved = versions.map((version, i) => ({
    id: crypto.randomUUID(),
    number: i + 1,
    content: {
      ...CONTENT,
      parameters: { temperature: 0.2 },
      model,
      virtualKey,
      string: JSON.stringify(version.messages),
    },
    description: version.note,
    partials: 'partials' in version ? version.partials : [],
    createdBy,
    createdAtMs: createdAtMs + i * 3.75 * DAY_MS,
  }))
  return { prompt: promptOf({ slug, name }, home, saved), versions: saved }
}

function promptOf(
  { slug, name }: { readonly slug: string; readonly name: string },
  home: Home,
  versions: readonly PromptVersion[],
): Prompt {
  const [first, last] = [versions[0], versions.at(-1)]
  return {
    id: crypto.randomUUID(),
    ...home,
    slug,
    name,
    collectionId: null,
    latestNumber: versions.length,
    publishedNumber: versions.length,
    createdBy: first?.createdBy ?? '',
    updatedBy: last?.createdBy ?? '',
    createdAtMs: first?.createdAtMs ?? 0,
    updatedAtMs: last?.createdAtMs ?? 0,
  }
}

/** Call it inside the transaction. */
export async function insertDemo(stores: Stores, objects: DemoObjects): Promise<void> {
  const { workspace } = objects
  const reach = { organisationId: workspace.organisationId, workspaceId: workspace.id }
  await stores.workspaces.insert(workspace)
  for (const key of Object.values(objects.keys)) await stores.apiKeys.insert(key)
  for (const key of objects.virtualKeys) await stores.virtualKeys.insert(key)
  for (const guardrail of objects.guardrails) await stores.guardrails.insert(guardrail)
  for (const config of objects.configs) await stores.configs.insert(config)
  await stores.partials.insert(objects.partial.prompt, objects.partial.versions)
  const { id: collectionId } = await stores.collections.findDefault(workspace.id)
  for (const [i, { prompt, versions }] of objects.prompts.entries()) {
    await stores.prompts.insert({ ...prompt, collectionId }, versions)
    const label = await stores.labels.find(reach, PROMPTS[i]?.label ?? '')
    const newest = versions.at(-1)
    if (label && newest)
      await stores.prompts.setLabel(prompt.id, { labelId: label.id, versionId: newest.id, number: newest.number })
  }
  await stores.policies.insert(objects.usagePolicy)
  await stores.policies.insert(objects.ratePolicy)
}

/** Builds the objects of the demo workspace: keys, virtual keys, configs, prompts and policies, with budgets. */

import { NO_DEFAULTS } from '../../core/caller.ts'
import type { ConfigTexts } from '../../core/configs/config-texts.ts'
import { keyHint, newKeySecret } from '../../core/key-secret.ts'
import type { Prompt, PromptVersion } from '../../core/prompts/prompts.ts'
import type { ApiKey } from '../../core/stores/api-keys.ts'
import type { SavedConfig } from '../../core/stores/configs.ts'
import { NO_LIMITS, type UsageLimit } from '../../core/stores/limits.ts'
import type { RatePolicy, UsagePolicy } from '../../core/stores/policies.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { VirtualKey } from '../../core/stores/virtual-keys.ts'
import type { Workspace } from '../../core/stores/workspaces.ts'
import type { Principal } from '../access/principal.ts'
import { sealCredential } from '../virtual-keys/credentials.ts'
import { CONFIGS, DEMO_HOST, DEMO_NAME, type DemoApp, KEYS, PROMPTS, VIRTUAL_KEYS } from './demo-content.ts'
import { DEMO_MARK, DEMO_SLUG } from './demo-mark.ts'

const DAY_MS = 86_400_000
const BUDGET_DAYS = 30
const DAYS_TO_RESET = 12

export type DemoAuthor = { readonly principal: Principal; readonly nowMs: number }
type Ports = { readonly vault: Vault; readonly texts: ConfigTexts }

/** Limits depend on the traffic, so that budgets are partly used. */
export type DemoBudgets = {
  readonly workspace: UsageLimit
  readonly virtualKeys: Readonly<Record<string, UsageLimit>>
  readonly keys: Readonly<Partial<Record<DemoApp, UsageLimit>>>
  readonly perUser: UsageLimit
}

export type DemoObjects = {
  readonly workspace: Workspace
  readonly keys: Readonly<Record<DemoApp, ApiKey>>
  readonly virtualKeys: readonly VirtualKey[]
  readonly configs: readonly Omit<SavedConfig, 'isDefault'>[]
  readonly prompts: readonly { readonly prompt: Prompt; readonly versions: readonly PromptVersion[] }[]
  readonly usagePolicy: UsagePolicy
  readonly ratePolicy: RatePolicy
}

/** A budget without an alert, so that the demo notifies nobody. */
export function demoBudget(type: UsageLimit['type'], creditLimit: number, nowMs: number): UsageLimit {
  return {
    type,
    creditLimit,
    alertThreshold: null,
    periodicReset: null,
    periodicResetDays: BUDGET_DAYS,
    nextResetAtMs: nowMs + DAYS_TO_RESET * DAY_MS,
  }
}

export function demoWorkspace({ principal, nowMs }: DemoAuthor): Workspace {
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
    retentionDays: null,
    logBodies: null,
    limits: NO_LIMITS,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
}

/** The secrets of these keys are discarded: nobody can use them. */
export function demoKeys(workspaceId: string, author: DemoAuthor, { vault }: Ports): Record<DemoApp, ApiKey> {
  return Object.fromEntries(KEYS.map(({ name, app }) => [app, demoKey(name, workspaceId, author, vault)])) as Record<
    DemoApp,
    ApiKey
  >
}

function demoKey(name: string, workspaceId: string, { principal, nowMs }: DemoAuthor, vault: Vault): ApiKey {
  const secret = newKeySecret('workspace')
  return {
    id: Bun.randomUUIDv7(),
    organisationId: principal.organisationId,
    workspaceId,
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
    rotation: null,
    expiresAtMs: null,
    lastUsedAtMs: null,
    lastUsedIp: null,
    createdBy: principal.id,
    creationMode: 'auto',
    reviewSinceMs: null,
    rotatedBy: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
}

export function demoObjects(
  workspace: Workspace,
  keys: Readonly<Record<DemoApp, ApiKey>>,
  budgets: DemoBudgets,
  author: DemoAuthor,
  ports: Ports,
): DemoObjects {
  const home = { organisationId: workspace.organisationId, workspaceId: workspace.id }
  const limited = Object.entries(keys).map(([app, key]) => {
    const usageLimit = budgets.keys[app as DemoApp] ?? null
    return [app, { ...key, limits: { usageLimit, rateLimits: [] } }]
  })
  const policy = { ...home, isArchived: false, createdAtMs: author.nowMs, updatedAtMs: author.nowMs }
  const everyUser = {
    conditions: [{ key: 'metadata._user', values: '*', excludes: [] }],
    groupBy: ['metadata._user'],
  } as const
  return {
    workspace: { ...workspace, limits: { usageLimit: budgets.workspace, rateLimits: [] } },
    keys: Object.fromEntries(limited) as Record<DemoApp, ApiKey>,
    virtualKeys: VIRTUAL_KEYS.map((one) => demoVirtualKey(one, home, budgets, author, ports.vault)),
    configs: CONFIGS.map((one) => demoConfig(one, home, author, ports.texts)),
    prompts: PROMPTS.map((one) => demoPrompt(one, home, author)),
    usagePolicy: {
      ...policy,
      ...everyUser,
      kind: 'usage',
      id: crypto.randomUUID(),
      name: 'Cost per user',
      limit: budgets.perUser,
    },
    ratePolicy: {
      ...policy,
      ...everyUser,
      kind: 'rate',
      id: crypto.randomUUID(),
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
  { nowMs }: DemoAuthor,
  vault: Vault,
): VirtualKey {
  const id = Bun.randomUUIDv7()
  const credential = { id: Bun.randomUUIDv7(), weight: 1, isDisabled: false, createdAtMs: nowMs }
  const text = { key: `demo-${slug}-not-a-real-key`, settings: {} }
  return {
    id,
    ...home,
    slug,
    name,
    note: hasCredential ? 'Demo: its credential and host do not exist.' : 'Demo',
    provider,
    settings: {},
    customHost: hasCredential ? DEMO_HOST : null,
    isHostTrusted: false,
    isDisabled: false,
    limits: { usageLimit: budgets.virtualKeys[slug] ?? null, rateLimits: [] },
    expiresAtMs: null,
    integration: null,
    credentials: hasCredential ? [sealCredential(vault, { ...home, id }, text, credential)] : [],
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
}

function demoConfig(
  { slug, name, note, config }: (typeof CONFIGS)[number],
  home: Home,
  { principal, nowMs }: DemoAuthor,
  texts: ConfigTexts,
): Omit<SavedConfig, 'isDefault'> {
  const versionId = crypto.randomUUID()
  const { text, names } = texts.seal(JSON.stringify(config), versionId)
  const version = { id: versionId, number: 1, text, names, trustedHosts: [], note, createdBy: principal.id }
  return {
    id: crypto.randomUUID(),
    ...home,
    slug,
    name,
    status: 'active',
    ownerId: principal.id,
    updatedBy: principal.id,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: { ...version, createdAtMs: nowMs },
  }
}

function demoPrompt(
  { slug, name, model, virtualKey, versions }: (typeof PROMPTS)[number],
  home: Home,
  { principal, nowMs }: DemoAuthor,
): DemoObjects['prompts'][number] {
  const content = {
    parameters: { temperature: 0.2 },
    model,
    virtualKey,
    functions: null,
    tools: null,
    toolChoice: null,
    templateMetadata: null,
    isRaw: false,
  }
  return {
    prompt: {
      id: crypto.randomUUID(),
      ...home,
      slug,
      name,
      collectionId: null,
      latestNumber: versions.length,
      publishedNumber: versions.length,
      createdBy: principal.id,
      updatedBy: principal.id,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    },
    versions: versions.map(({ note, messages }, i) => ({
      id: crypto.randomUUID(),
      number: i + 1,
      content: { ...content, string: JSON.stringify(messages) },
      description: note,
      partials: [],
      createdBy: principal.id,
      createdAtMs: nowMs,
    })),
  }
}

/** Call it inside the transaction. */
export async function insertDemo(stores: Stores, objects: DemoObjects): Promise<void> {
  const { workspace } = objects
  const reach = { organisationId: workspace.organisationId, workspaceId: workspace.id }
  await stores.workspaces.insert(workspace)
  for (const key of Object.values(objects.keys)) await stores.apiKeys.insert(key)
  for (const key of objects.virtualKeys) await stores.virtualKeys.insert(key)
  for (const config of objects.configs) await stores.configs.insert(config)
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

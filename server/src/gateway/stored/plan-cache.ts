/** Compiled plans, cached by everything they depend on. A change of the saved objects of a workspace drops its plans. */

import { LRUCache } from 'lru-cache'
import type { RootDefaults, StoredObjects } from '../../config/compilation.ts'
import { ON_PROMPT_ROUTES } from '../../config/compile.ts'
import { type ChosenConfig, planFromHeaders } from '../../config/from-headers.ts'
import { NO_GUARDRAILS, type SavedGuardrails } from '../../config/guardrails/compile-guardrails.ts'
import { headerEntries } from '../../config/guardrails/header-guardrails.ts'
import { hasGuardrails, keyOfSaved, namedGuardrails, type SavedName } from '../../config/guardrails/read-guardrails.ts'
import { parseConfig } from '../../config/parse-config.ts'
import type { Plan, Route, Target } from '../../config/plan.ts'
import { quote } from '../../config/problems.ts'
import { namedKeys } from '../../config/saved/named-keys.ts'
import { namedPrompts, withPromptKeys } from '../../config/saved/prompt-targets.ts'
import { holdsSecretParams } from '../../config/saved/secret-paths.ts'
import type { ConfigObject } from '../../config/schema.ts'
import { DEFAULT_SEMANTIC_RULES, type SemanticRules } from '../../config/semantic-rules.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Awaitable } from '../../core/ports.ts'
import { atMostBytes } from '../../core/runtime/at-most.ts'
import { slugOf } from '../../core/stores/virtual-keys.ts'
import { loadChecks } from '../../guardrails/checks-on-demand.ts'
import { type Guardrail, guardrailBytes } from '../../guardrails/guardrail.ts'
import type { StoredConfigs, WorkspaceRef } from './configs.ts'
import type { StoredGuardrails } from './guardrails.ts'
import type { LiveVirtualKey } from './virtual-keys.ts'

const MAX_PLANS = 5_000
const MAX_PLAN_BYTES = 64 * 1024 * 1024

/** Everything a plan depends on, besides the saved objects of its workspace. */
export type PlanInputs = {
  readonly root: RootDefaults
  /** JSON, or the slug or id of a saved config; null for none. */
  readonly config: string | null
  /** Where the config is named, for error messages. */
  readonly namedBy: string
  /** False: no default guardrails. Only for requests without content, and for the gateway's own requests. */
  readonly hasDefaults: boolean
  /** On prompt routes: the virtual keys of the path's prompt, and of the prompts that the config names. */
  readonly prompt?: {
    readonly virtualKey: string | null
    readonly keyOf: (promptId: string) => Awaitable<string | null>
  }
}

export type VirtualKeyFinder = {
  find(workspaceId: string, slug: string): Awaitable<LiveVirtualKey | undefined>
}

export class PlanCache {
  readonly #plans = new LRUCache<string, Plan>(atMostBytes(MAX_PLANS, MAX_PLAN_BYTES, planBytes))
  /** A unique number per workspace, which is replaced when a saved object of the workspace changes. */
  readonly #generations = new Map<string, number>()
  #newestGeneration = 0

  constructor(
    readonly configs: StoredConfigs,
    readonly guardrails: StoredGuardrails,
    private readonly virtualKeys: VirtualKeyFinder,
    readonly semanticRules: SemanticRules = DEFAULT_SEMANTIC_RULES,
  ) {}

  /** Synchronous if the plan is cached. */
  find(workspace: WorkspaceRef, inputs: PlanInputs): Awaitable<Plan> {
    const generation = this.#generationOf(workspace.workspaceId)
    const key = keyOf(generation, inputs)
    return this.#plans.get(key) ?? this.#make(workspace, inputs, generation, key)
  }

  /** Call after a saved object of this workspace has changed. */
  forget(workspaceId: string): void {
    const generation = this.#generations.get(workspaceId)
    this.#generations.delete(workspaceId)
    // Plans may hold credentials, so they are deleted at once, not when the cache is full.
    if (generation !== undefined)
      for (const key of this.#plans.keys()) if (key.startsWith(`${generation}\0`)) this.#plans.delete(key)
    this.configs.forget(workspaceId)
  }

  /** Call after a guardrail or the default guardrails have changed, of a workspace or (null) of the organisation. */
  forgetGuardrails(workspaceId: string | null): void {
    if (workspaceId === null) {
      this.guardrails.forgetAll()
      this.forgetAll()
    } else {
      this.guardrails.forget(workspaceId)
      this.forget(workspaceId)
    }
  }

  forgetAll(): void {
    this.#generations.clear()
    this.#plans.clear()
    this.configs.forgetAll()
  }

  #generationOf(workspaceId: string): number {
    const known = this.#generations.get(workspaceId)
    if (known !== undefined) return known
    this.#newestGeneration++
    this.#generations.set(workspaceId, this.#newestGeneration)
    return this.#newestGeneration
  }

  async hasKey(workspaceId: string, slug: string): Promise<boolean> {
    return (await this.virtualKeys.find(workspaceId, slug)) !== undefined
  }

  /** The virtual keys that a plan may need. They are loaded first, because compiling is synchronous. */
  async #keysFor(workspaceId: string, names: Iterable<string>): Promise<StoredObjects['findVirtualKey']> {
    const found = new Map<string, LiveVirtualKey>()
    for (const slug of new Set(names)) {
      const key = await this.virtualKeys.find(workspaceId, slug)
      if (key) found.set(slug, key)
    }
    return (slug) => found.get(slug)
  }

  async #guardrailsFor(
    workspace: WorkspaceRef,
    names: readonly SavedName[],
    hasDefaults: boolean,
  ): Promise<SavedGuardrails> {
    const found = new Map<string, Guardrail>()
    for (const saved of names) {
      const guardrail = await this.guardrails.find(workspace, saved.name, saved.versionId)
      if (guardrail) found.set(keyOfSaved(saved), guardrail)
    }
    return {
      find: (name, versionId) => found.get(keyOfSaved({ name, versionId })),
      defaults: hasDefaults ? await this.guardrails.defaultsOf(workspace) : NO_GUARDRAILS,
    }
  }

  async #make(workspace: WorkspaceRef, inputs: PlanInputs, generation: number, key: string): Promise<Plan> {
    const read = inputs.config === null ? null : await this.#read(workspace, inputs.config, inputs.namedBy)
    const chosen = read === null ? null : { ...read, config: await withKeysOfPrompts(read, inputs) }
    if (namesGuardrails(chosen, inputs.root)) await loadChecks()
    const names = chosen === null ? [] : namedKeys(chosen.config).map((named) => named.slug)
    const stored: StoredObjects = {
      semanticRules: this.semanticRules,
      findVirtualKey: await this.#keysFor(workspace.workspaceId, [...names, ...namesIn(inputs.root)]),
      guardrails: await this.#guardrailsFor(workspace, savedIn(chosen, inputs.root), inputs.hasDefaults),
    }
    const made = planFromHeaders(inputs.root, chosen, stored)
    const warnings = made.warnings.filter((warning) => !warning.endsWith(ON_PROMPT_ROUTES))
    const plan = inputs.prompt ? { ...made, warnings } : made
    // If a saved object has changed since, the plan serves this request only.
    if (this.#generations.get(workspace.workspaceId) === generation) this.#plans.set(key, plan)
    return plan
  }

  async #read(workspace: WorkspaceRef, text: string, namedBy: string): Promise<ChosenConfig> {
    const trimmed = text.trim()
    if (trimmed.startsWith('{')) return { config: parseConfig(trimmed), saved: null }
    const found = await this.configs.find(workspace, trimmed)
    if (found) return found
    throw new GatewayError('config_unknown', {
      param: namedBy,
      message: `${namedBy}: no saved config ${quote(trimmed)} exists in this workspace.`,
    })
  }
}

/** The cache key. It may hold credentials, like the plan itself. */
function keyOf(generation: number, { root, config, hasDefaults, prompt }: PlanInputs): string {
  let key = `${generation}\0${hasDefaults}`
  for (const name of ROOT_MEMBERS) if (root[name] !== null) key += keyPart(name, root[name])
  for (const name in root.settings) key += keyPart(`settings.${name}`, root.settings[name])
  if (prompt !== undefined) key += keyPart('prompt', prompt.virtualKey)
  return `${key}\0${config}`
}

/**
 * Includes the length: a value from the body can contain any character, and must not look like other parts of the key.
 */
function keyPart(name: string, value: unknown): string {
  const text = String(value)
  return `\0${name} ${text.length} ${text}`
}

type RootMember = Exclude<keyof RootDefaults, 'settings'>

/** Made from an object, so that the compiler reports a member that is missing here. */
const ROOT_MEMBERS = Object.keys({
  provider: true,
  virtualKey: true,
  modelKey: true,
  customHost: true,
  timeoutMs: true,
  forwardHeaders: true,
  inputGuardrails: true,
  outputGuardrails: true,
  hasCallerCredential: true,
} satisfies Record<RootMember, true>) as readonly RootMember[]

async function withKeysOfPrompts({ config, saved }: ChosenConfig, { prompt }: PlanInputs): Promise<ConfigObject> {
  if (!prompt) return config
  const keys = new Map<string, string | null>()
  for (const { reference } of namedPrompts(config))
    if (!keys.has(reference)) keys.set(reference, await prompt.keyOf(reference))
  return withPromptKeys(config, (id, target) => {
    const key = id === null ? prompt.virtualKey : (keys.get(id) ?? null)
    const isMoved = key !== null && key !== slugOf(target.virtual_key ?? target.provider ?? '')
    if (isMoved && saved !== null && holdsSecretParams(config)) throw secretsOfAnother()
    return key
  })
}

/** Without this error, someone who may only write prompts could send a saved config's secrets to any virtual key. */
function secretsOfAnother(): GatewayError {
  return new GatewayError('credential_origin_mismatch', {
    param: 'x-gateway-config',
    message: 'The parameters of this saved config hold secrets, and the prompt has a virtual key of its own.',
    hint: 'Name the same virtual key in the config, or use a config without secrets among its parameters.',
  })
}

function namesGuardrails(chosen: ChosenConfig | null, { inputGuardrails, outputGuardrails }: RootDefaults): boolean {
  return inputGuardrails !== null || outputGuardrails !== null || (chosen !== null && hasGuardrails(chosen.config))
}

function savedIn(chosen: ChosenConfig | null, root: RootDefaults): readonly SavedName[] {
  const inHeaders = [...headerEntries(root, 'input'), ...headerEntries(root, 'output')]
  const named = inHeaders.filter((entry) => entry.kind === 'saved')
  return chosen === null ? named : [...namedGuardrails(chosen.config), ...named]
}

function namesIn({ provider, virtualKey, modelKey }: RootDefaults): string[] {
  const names = [virtualKey, modelKey].filter((name) => name !== null)
  if (provider?.startsWith('@')) names.push(provider)
  return names.map(slugOf)
}

/** Per instruction of a compiled pattern: the instruction, its entries in the matcher's queues, and its syntax tree node. */
const INSTRUCTION_BYTES = 512

/** An estimate: the compiled targets with their policies, the guardrails they share, the patterns, and the key. */
function planBytes(plan: Plan, key: string): number {
  const guardrails = new Set<Guardrail>()
  const bytesOf = (route: Route): number =>
    4096 +
    (route.kind === 'target'
      ? referenceBytes(route.target, guardrails)
      : route.routes.reduce((sum, child) => sum + bytesOf(child), 0))
  const routeBytes = bytesOf(plan.route)
  let checkBytes = 0
  for (const guardrail of guardrails) checkBytes += guardrailBytes(guardrail)
  return routeBytes + checkBytes + INSTRUCTION_BYTES * plan.patternWeight + key.length
}

/** The bytes of the references to guardrails. Adds the guardrails to `found`. */
function referenceBytes({ guardrails }: Target, found: Set<Guardrail>): number {
  if (guardrails === null) return 0
  const all = [...guardrails.input, ...guardrails.output]
  for (const guardrail of all) found.add(guardrail)
  return 8 * all.length
}

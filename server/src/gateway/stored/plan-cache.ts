/** Plans that were made already, by everything they depend on; none outlives a change of what its workspace has saved. */

import { LRUCache } from 'lru-cache'
import type { RootDefaults, StoredObjects } from '../../config/compilation.ts'
import { ON_PROMPT_ROUTES } from '../../config/compile.ts'
import { type ChosenConfig, planFromHeaders } from '../../config/from-headers.ts'
import { parseConfig } from '../../config/parse-config.ts'
import type { Plan, Route } from '../../config/plan.ts'
import { quote } from '../../config/problems.ts'
import { namedKeys, slugOf } from '../../config/saved/named-keys.ts'
import { namedPrompts, withPromptKeys } from '../../config/saved/prompt-targets.ts'
import { holdsSecretParams } from '../../config/saved/secret-places.ts'
import type { ConfigObject } from '../../config/schema.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Awaitable } from '../../core/ports.ts'
import type { Home, StoredConfigs } from './configs.ts'
import type { LiveVirtualKey } from './live-virtual-key.ts'
import type { PlanInputs } from './plan-inputs.ts'
import { RecentPlans } from './recent-plans.ts'

const MAX_PLANS = 5_000
const MAX_PLAN_BYTES = 64 * 1024 * 1024

export type VirtualKeyFinder = {
  find(workspaceId: string, slug: string): Awaitable<LiveVirtualKey | undefined>
}

export class PlanCache {
  readonly #plans = new LRUCache<string, Plan>({ max: MAX_PLANS, maxSize: MAX_PLAN_BYTES, sizeCalculation: planBytes })
  readonly #recent = new RecentPlans()
  readonly #revisions = new Map<string, number>()
  #epoch = 0

  constructor(
    readonly configs: StoredConfigs,
    private readonly virtualKeys: VirtualKeyFinder,
  ) {}

  /** At once when it is known; a promise would cost more than the look-up. */
  find(home: Home, wish: PlanInputs): Awaitable<Plan> {
    return this.#recent.find(home.workspaceId, wish) ?? this.#look(home, wish)
  }

  #look(home: Home, wish: PlanInputs): Awaitable<Plan> {
    const key = this.#keyOf(home, wish)
    const plan = this.#plans.get(key)
    if (plan === undefined) return this.#make(home, wish, key)
    this.#recent.keep(home.workspaceId, wish, plan)
    return plan
  }

  /** Something saved in this workspace has changed. */
  forget(workspaceId: string): void {
    this.#recent.clear()
    this.#revisions.set(workspaceId, (this.#revisions.get(workspaceId) ?? 0) + 1)
    // Nobody will ask for these again; they hold credentials, so they are not left to be crowded out.
    for (const key of this.#plans.keys()) if (key.startsWith(`${workspaceId}\0`)) this.#plans.delete(key)
    this.configs.forget(workspaceId)
  }

  forgetAll(): void {
    this.#epoch++
    this.#recent.clear()
    this.#plans.clear()
    this.configs.forgetAll()
  }

  async hasKey(workspaceId: string, slug: string): Promise<boolean> {
    return (await this.virtualKeys.find(workspaceId, slug)) !== undefined
  }

  /** The virtual keys a plan may need, looked up beforehand: compiling waits for nobody. */
  async #storedFor(workspaceId: string, names: Iterable<string>): Promise<StoredObjects> {
    const found = new Map<string, LiveVirtualKey>()
    for (const slug of new Set(names)) {
      const key = await this.virtualKeys.find(workspaceId, slug)
      if (key) found.set(slug, key)
    }
    return { findVirtualKey: (slug) => found.get(slug) }
  }

  async #make(home: Home, wish: PlanInputs, key: string): Promise<Plan> {
    const read = wish.config === null ? null : await this.#read(home, wish.config, wish.namedBy)
    const chosen = read === null ? null : { ...read, config: await withKeysOfPrompts(read, wish) }
    const names = chosen === null ? [] : namedKeys(chosen.config).map((named) => named.slug)
    const stored = await this.#storedFor(home.workspaceId, [...names, ...namesIn(wish.root)])
    const made = planFromHeaders(wish.root, chosen, stored)
    const warnings = made.warnings.filter((warning) => !warning.endsWith(ON_PROMPT_ROUTES))
    const plan = wish.prompt ? { ...made, warnings } : made
    // Under the key it was asked for: if a change came meanwhile, nobody will ask for that one again.
    this.#plans.set(key, plan)
    return plan
  }

  async #read(home: Home, text: string, namedBy: string): Promise<ChosenConfig> {
    const trimmed = text.trim()
    if (trimmed.startsWith('{')) return { config: parseConfig(trimmed), saved: null }
    const found = await this.configs.find(home, trimmed)
    if (found) return found
    throw new GatewayError('config_unknown', {
      param: namedBy,
      message: `${namedBy}: no saved config ${quote(trimmed)} exists in this workspace.`,
    })
  }

  /** A plan holds credentials itself, so its key may hold them too. */
  #keyOf({ workspaceId }: Home, { root, config, namedBy, prompt }: PlanInputs): string {
    let settings = ''
    for (const name in root.settings) settings += `${name}=${root.settings[name]}\n`
    return [
      workspaceId,
      this.#epoch,
      this.#revisions.get(workspaceId) ?? 0,
      root.provider,
      root.virtualKey,
      root.modelKey,
      root.customHost,
      root.timeoutMs,
      root.forwardHeaders?.join(),
      root.hasCallerCredential,
      settings,
      config,
      namedBy,
      prompt === undefined ? null : `prompt ${prompt.virtualKey}`,
    ].join('\0')
  }
}

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

/** Whoever may write prompts could otherwise send the secrets of a saved config to a virtual key of their own. */
function secretsOfAnother(): GatewayError {
  return new GatewayError('credential_origin_mismatch', {
    param: 'x-gateway-config',
    message: 'The parameters of this saved config hold secrets, and the prompt has a virtual key of its own.',
    hint: 'Name the same virtual key in the config, or use a config without secrets among its parameters.',
  })
}

function namesIn({ provider, virtualKey, modelKey }: RootDefaults): string[] {
  const names = [virtualKey, modelKey].filter((name) => name !== null)
  if (provider?.startsWith('@')) names.push(provider)
  return names.map(slugOf)
}

/** A compiled instruction, its place in the queues of a search, and its part of the pattern's syntax tree. */
const INSTRUCTION_BYTES = 512

/** An estimate: what a compiled target with its policies takes, its patterns, and the key. */
function planBytes(plan: Plan, key: string): number {
  const count = (route: Route): number =>
    route.kind === 'target' ? 1 : route.routes.reduce((sum, child) => sum + count(child), 1)
  return 4096 * count(plan.route) + INSTRUCTION_BYTES * plan.patternWeight + key.length
}

/** Compiles a validated config into the immutable Plan that requests execute. Inheritance is decided only here. */

import { NOT_SUCCESS, type StatusSet, statusSet } from '../core/status-set.ts'
import type { TargetGuardrails } from '../guardrails/guardrail.ts'
import { settingKeys } from '../providers/registry.ts'
import {
  type Compilation,
  type Inherited,
  NOTHING_STORED,
  type RootDefaults,
  type StoredObjects,
} from './compilation.ts'
import { compileTarget, configPathOf } from './compile-target.ts'
import { compileQuery, noQueryNotes } from './conditions.ts'
import {
  addedGuardrails,
  configGuardrails,
  guardrailCompilation,
  NO_GUARDRAILS,
} from './guardrails/compile-guardrails.ts'
import type { GuardrailList } from './guardrails/guardrail-keys.ts'
import type { Condition, Plan, Route, SavedSource, StickyPolicy } from './plan.ts'
import { type Path, pathText } from './problems.ts'
import { type ConfigKey, type ConfigObject, IGNORED_KEYS } from './schema.ts'
import { NO_EMBEDDER, RAISED, thresholdOf } from './semantic-rules.ts'
import { MAX_CACHE_AGE_SECONDS, MAX_RETRIES } from './target-policies.ts'

/**
 * How targets inherit a key. `merged`: entry by entry, the target's entries win. `nearest`: the target's own value,
 * else the parent's. `side`: if the target has a list for a side (input or output), its lists replace all of the
 * parent's lists for that side. `own`: not inherited. For values from request headers, see `RootDefaults`.
 */
export const INHERITANCE = {
  override_params: 'merged',
  default_params: 'merged',
  drop_params: 'merged',
  retry: 'nearest',
  cache: 'nearest',
  cb_config: 'nearest',
  request_timeout: 'nearest',
  connect_timeout: 'nearest',
  custom_host: 'nearest',
  forward_headers: 'nearest',
  strict_open_ai_compliance: 'nearest',
  name: 'own',
  strategy: 'own',
  provider: 'own',
  api_key: 'own',
  Authorization: 'own',
  virtual_key: 'own',
  prompt_id: 'own',
  passthrough: 'own',
  targets: 'own',
  weight: 'own',
  on_status_codes: 'own',
  input_guardrails: 'side',
  before_request_hooks: 'side',
  input_mutators: 'side',
  output_guardrails: 'side',
  after_request_hooks: 'side',
  output_mutators: 'side',
} as const satisfies Record<keyof Inherited, 'merged' | 'nearest'> &
  Record<GuardrailList, 'side'> &
  Record<Exclude<ConfigKey, keyof Inherited | GuardrailList>, 'own'>

export function compile(
  config: ConfigObject,
  root: RootDefaults,
  stored: StoredObjects = NOTHING_STORED,
  saved: SavedSource | null = null,
): Plan {
  const guardrails = guardrailCompilation(stored.guardrails)
  const added = addedGuardrails(root, guardrails)
  const compilation: Compilation = { root, stored, guardrails, added, saved, ...noQueryNotes() }
  const outermost: OuterRoute = { inherited: Object.create(null), guardrails: NO_GUARDRAILS }
  const route = compileRoute(config, outermost, [], compilation)
  return Object.freeze({
    route,
    warnings: Object.freeze(compilation.warnings),
    readsParams: compilation.readsParams,
    patternWeight: compilation.patternWeight,
    saved,
  })
}

/** Keys without a value are left out, so that headers and defaults apply. */
function inherit(around: Inherited, config: ConfigObject): Inherited {
  const result: Record<string, unknown> = Object.create(null)
  // A copy without prototype, so that only the config's own keys are read.
  const own: ConfigObject = Object.assign(Object.create(null), config, {
    cb_config: config.strategy?.cb_config ?? config.cb_config,
  })
  for (const key of Object.keys(INHERITANCE) as ConfigKey[]) {
    const rule = INHERITANCE[key]
    if (rule === 'own' || rule === 'side') continue
    const outer = around[key as keyof Inherited]
    const value = rule === 'merged' ? merge(outer, own[key]) : (own[key] ?? outer)
    if (value !== undefined) result[key] = value
  }
  return result as Inherited
}

function merge(outer: unknown, inner: unknown): unknown {
  if (outer === undefined || inner === undefined) return inner ?? outer
  if (Array.isArray(outer) && Array.isArray(inner)) return [...new Set([...outer, ...inner])]
  return Object.assign(Object.create(null), outer, inner)
}

/** What a config inherits from its parents. */
type OuterRoute = { readonly inherited: Inherited; readonly guardrails: TargetGuardrails }

function compileRoute(config: ConfigObject, outer: OuterRoute, path: Path, compilation: Compilation): Route {
  const inside: OuterRoute = {
    inherited: inherit(outer.inherited, config),
    // Compiled here, once for all targets that inherit them.
    guardrails: configGuardrails(config, outer.guardrails, path, compilation.guardrails),
  }
  warn(config, path, compilation)
  const { strategy, targets = [] } = config
  if (strategy === undefined) {
    const { inherited, guardrails } = inside
    return Object.freeze({ kind: 'target', target: compileTarget(config, inherited, guardrails, path, compilation) })
  }
  const routes = Object.freeze(
    targets.map((target, i) => compileRoute(target, inside, [...path, 'targets', i], compilation)),
  )
  const configPath = configPathOf(path)
  switch (strategy.mode) {
    case 'single':
      return routes[0]!
    case 'fallback':
      return Object.freeze({ kind: 'fallback', configPath, routes, on: Object.freeze(triggers(config, targets)) })
    case 'loadbalance': {
      const weights = Object.freeze(targets.map((target) => target.weight ?? 1))
      return Object.freeze({
        kind: 'loadbalance',
        configPath,
        routes,
        weights,
        sticky: stickyPolicy(strategy, compilation),
      })
    }
    case 'conditional': {
      const names = new Map(targets.map((target, i) => [target.name, i]))
      const conditions = compileConditions(strategy, names, path, compilation)
      const otherwise = strategy.default === undefined ? null : names.get(strategy.default)!
      return Object.freeze({ kind: 'conditional', configPath, routes, conditions, otherwise })
    }
  }
}

type Strategy = NonNullable<ConfigObject['strategy']>

/** Per target: its own status codes, else those of the strategy, else those of the config, else all but 2xx. */
function triggers(config: ConfigObject, targets: readonly ConfigObject[]): StatusSet[] {
  const codes = config.strategy?.on_status_codes ?? config.on_status_codes
  const shared = codes === undefined ? NOT_SUCCESS : statusSet(codes)
  return targets.map((target) => {
    // If the target is itself a fallback whose strategy has no codes, the target's codes apply to that inner fallback.
    const areForInside = target.strategy?.mode === 'fallback' && target.strategy.on_status_codes === undefined
    return target.on_status_codes === undefined || areForInside ? shared : statusSet(target.on_status_codes)
  })
}

const DEFAULT_STICKY_SECONDS = 3600

function stickyPolicy(strategy: Strategy, compilation: Compilation): StickyPolicy | null {
  if (strategy.sticky === undefined || strategy.sticky.enabled === false) return null
  const hashFields = Object.freeze([...(strategy.sticky.hash_fields ?? [])])
  if (hashFields.some((field) => field.startsWith('params.'))) compilation.readsParams = true
  return Object.freeze({ hashFields, ttlMs: (strategy.sticky.ttl ?? DEFAULT_STICKY_SECONDS) * 1000 })
}

function compileConditions(
  strategy: Strategy,
  names: ReadonlyMap<string | undefined, number>,
  path: Path,
  compilation: Compilation,
): readonly Condition[] {
  const conditions = (strategy.conditions ?? []).map((condition, i) =>
    Object.freeze({
      matches: compileQuery(condition.query, [...path, 'strategy', 'conditions', i, 'query'], compilation),
      // biome-ignore lint/suspicious/noThenProperty: `then` is the key's name in configs.
      then: condition.then,
      route: names.get(condition.then)!,
      text: JSON.stringify(condition.query),
    }),
  )
  return Object.freeze(conditions)
}

/** Warning for a target's prompt_id; omitted on prompt routes. */
export const ON_PROMPT_ROUTES = 'has an effect on prompt routes only.'

const UNUSED_IN_GROUPS: readonly ConfigKey[] = [
  'provider',
  'api_key',
  'Authorization',
  'virtual_key',
  'passthrough',
  'prompt_id',
]

/** Adds each warning once, at the path of the key, regardless of how many targets inherit it. */
function warn(config: ConfigObject, path: Path, { warnings, saved, stored }: Compilation): void {
  const { semanticRules } = stored
  const add = (text: string, ...keys: string[]) => warnings.push(`${pathText([...path, ...keys])}: ${text}`)
  for (const [key, text] of Object.entries(IGNORED_KEYS)) if (Object.hasOwn(config, key)) add(text, key)
  for (const [circuit, ...keys] of [
    [config.cb_config, 'cb_config'],
    [config.strategy?.cb_config, 'strategy', 'cb_config'],
  ] as const) {
    if (circuit?.minimum_requests !== undefined && circuit.failure_threshold_percentage === undefined)
      add('has an effect with failure_threshold_percentage only.', ...keys, 'minimum_requests')
  }
  const attempts = config.retry?.attempts ?? 0
  if (attempts > MAX_RETRIES) add(`${attempts} is cut to ${MAX_RETRIES}.`, 'retry', 'attempts')
  const age = config.cache?.max_age ?? 0
  if (age > MAX_CACHE_AGE_SECONDS) add(`${age} is cut to ${MAX_CACHE_AGE_SECONDS}.`, 'cache', 'max_age')
  if (config.cache?.mode === 'semantic' && !semanticRules.hasEmbedder) add(NO_EMBEDDER, 'cache', 'mode')
  const threshold = config.cache?.threshold
  if (threshold !== undefined && threshold < thresholdOf(semanticRules, threshold, saved !== null))
    add(`${threshold} is raised to ${semanticRules.threshold}${RAISED}`, 'cache', 'threshold')
  if (config.strategy === undefined) {
    if (config.prompt_id !== undefined) add(ON_PROMPT_ROUTES, 'prompt_id')
    if (config.virtual_key !== undefined && config.api_key !== undefined) add('ignored next to virtual_key.', 'api_key')
    return
  }
  const settings = [...settingKeys().keys()].filter((key) => Object.hasOwn(config, key))
  for (const key of [...UNUSED_IN_GROUPS.filter((name) => config[name] !== undefined), ...settings]) {
    add('ignored next to strategy: each target names its own provider.', key)
  }
  if (config.strategy.mode === 'single' && (config.targets?.length ?? 0) > 1)
    add('mode "single" uses the first only.', 'targets')
}

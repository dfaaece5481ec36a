/** Checks rules between keys of a config that the schema cannot express, such as the requirements of each strategy. */

import { memberOf } from '../core/json.ts'
import { suggest } from '../core/suggest.ts'
import type { ProviderAdapter } from '../providers/adapter.ts'
import { findProvider, settingKeys } from '../providers/registry.ts'
import { looksSecret, type Path, type Problems, quote } from './problems.ts'
import { splitModel } from './saved/split-model.ts'
import type { ConfigObject } from './schema.ts'

/** `config` has passed the schema, but its targets may not have. `inheritsHost`: a parent config has a custom host. */
export function checkRules(config: ConfigObject, inheritsHost: boolean, path: Path, problems: Problems): void {
  if (config.strategy?.cb_config !== undefined && config.cb_config !== undefined) {
    problems.add(
      [...path, 'cb_config'],
      'the circuit breaker is set both here and in strategy.cb_config; set only one.',
    )
  }
  if (config.strategy !== undefined) checkGroup(config, config.strategy, path, problems)
  else if (config.targets !== undefined) {
    problems.add(
      [...path, 'strategy'],
      'required with targets next to a provider: an object with mode ("loadbalance", "fallback", "conditional" or "single").',
    )
  } else if (path.length > 0) checkLeaf(config, inheritsHost, path, problems)
  checkCircuit(config.cb_config, [...path, 'cb_config'], problems)
  checkCircuit(config.strategy?.cb_config, [...path, 'strategy', 'cb_config'], problems)
}

function checkCircuit(circuit: ConfigObject['cb_config'], path: Path, problems: Problems): void {
  if (circuit === undefined || circuit.failure_threshold !== undefined) return
  if (circuit.failure_threshold_percentage === undefined)
    problems.add(
      [...path, 'failure_threshold'],
      'required: a number of 1 or more; or give failure_threshold_percentage.',
    )
}

type Strategy = NonNullable<ConfigObject['strategy']>

function checkGroup(config: ConfigObject, strategy: Strategy, path: Path, problems: Problems): void {
  const targets = config.targets
  if (targets === undefined) {
    problems.add([...path, 'targets'], `required with strategy.mode "${strategy.mode}": a list of configs.`)
    return
  }
  if (strategy.mode === 'loadbalance') checkWeights(targets, path, problems)
  if (strategy.mode === 'conditional') checkConditions(strategy, targets, path, problems)
}

function checkWeights(targets: readonly ConfigObject[], path: Path, problems: Problems): void {
  // The schema check of the target reports a weight of the wrong type.
  const weights = targets
    .map((target) => memberOf(target, 'weight') ?? 1)
    .filter((weight) => typeof weight === 'number')
  const sum = weights.reduce((a, b) => a + b, 0)
  if (weights.every((weight) => weight === 0) && weights.length === targets.length) {
    problems.add(
      [...path, 'targets'],
      'every weight is 0, so no target could ever be chosen; give at least one a weight above 0.',
    )
  }
  if (!Number.isFinite(sum)) problems.add([...path, 'targets'], 'the weights are too large to be added up.')
}

function checkConditions(strategy: Strategy, targets: readonly ConfigObject[], path: Path, problems: Problems): void {
  const { conditions, default: otherwise } = strategy
  const at: Path = [...path, 'strategy']
  if (conditions === undefined || conditions.length === 0) {
    problems.add([...at, 'conditions'], 'required with mode "conditional": a list of at least one {query, then}.')
  }
  const names = new Set<string>()
  for (const [i, target] of targets.entries()) {
    const name = memberOf(target, 'name')
    if (typeof name !== 'string') continue
    if (names.has(name))
      problems.add([...path, 'targets', i, 'name'], `${quote(name)} is the name of another target too.`)
    names.add(name)
  }
  const check = (name: string, where: Path) => {
    if (!names.has(name) && !problems.isFull)
      problems.add(where, `no target is named ${quote(name)}.${knownNames(name, names)}`)
  }
  for (const [i, condition] of (conditions ?? []).entries()) check(condition.then, [...at, 'conditions', i, 'then'])
  if (otherwise !== undefined) check(otherwise, [...at, 'default'])
}

function knownNames(name: string, names: ReadonlySet<string>): string {
  const nearest = suggest(name, names)
  if (nearest !== null) return ` Did you mean ${quote(nearest)}?`
  if (names.size === 0) return ' The targets have no names; give each a "name".'
  return ` The names are ${[...names].slice(0, 8).map(quote).join(', ')}.`
}

/** A target must name its provider and credential. The root and `passthrough` targets can get them from the request. */
function checkLeaf(config: ConfigObject, inheritsHost: boolean, path: Path, problems: Problems): void {
  if (config.virtual_key !== undefined || config.provider?.startsWith('@') || config.passthrough === true) return
  // The prompt may have a virtual key.
  if (config.provider === undefined && config.prompt_id !== undefined) return
  if (config.provider === undefined && splitModel(config.override_params?.['model']) !== null) return
  if (config.provider === undefined) {
    problems.add(
      [...path, 'provider'],
      'required: a target needs provider and api_key, or virtual_key, or strategy and targets.',
    )
    return
  }
  if (hasCredential(config)) return
  const adapter = findProvider(config.provider)
  // An unknown provider is reported when the plan is compiled, with its own error code.
  const hasHost = inheritsHost || config.custom_host !== undefined
  if (adapter !== undefined && needsKey(adapter, hasHost) && !usesAmbientIdentity(adapter, config)) {
    problems.add([...path, 'api_key'], `required with provider ${quote(config.provider)}.`)
  }
}

/**
 * True if the target authenticates as the gateway itself. Configs may not do that: the attempt is refused, with an
 * error that says where it is allowed.
 */
function usesAmbientIdentity(adapter: ProviderAdapter, config: ConfigObject): boolean {
  const texts = Object.entries(config).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return adapter.usesAmbientIdentity?.(Object.fromEntries(texts)) === true
}

/** A custom host may need no key, unless requests carry a signature or a token made from the credential. */
export function needsKey(provider: ProviderAdapter, hasCustomHost: boolean): boolean {
  return provider.needsCredential && (!hasCustomHost || provider.signsRequests === true)
}

function hasCredential(config: ConfigObject): boolean {
  return config.api_key !== undefined || config.Authorization !== undefined || carriesCredential(config)
}

/** True if provider settings contain the credential, such as cloud access keys or tokens. */
export function carriesCredential(settings: object): boolean {
  return Object.keys(settings).some((key) => settingKeys().has(key) && looksSecret(key))
}

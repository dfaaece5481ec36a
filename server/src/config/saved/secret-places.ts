/** Finds the secrets of a config as it was written, before any key is normalised, and puts something else in their place. */

import { isObject } from '../../core/json.ts'
import { isSealed } from '../../core/sealed-shape.ts'
import { isSecretUrl, namesSecretParam, type Spot, spotBelow } from '../../core/secret-names.ts'
import { canonicalName } from '../../core/setting-names.ts'
import { looksSecret } from '../problems.ts'
import { isLongMask, isMask } from './secret-mask.ts'

export type SecretPlace = {
  /** The steps to it, as JSON: no two places of a config have the same. */
  readonly path: string
  /** Hash of what decides where the secret is sent. Secrets that are masks do not count. */
  readonly binding: string
}

export type Replace = (value: string, place: SecretPlace) => string

type Members = Readonly<Record<string, unknown>>
type Steps = readonly (string | number)[]
/** What a config inherits that decides whom a target calls. */
type Around = { readonly host: string | null; readonly model: string | null }

/** What a config says of itself, not of where it sends anything. */
const LABELS: ReadonlySet<string> = new Set(['name', 'prompt_id'])
const PARAMS: ReadonlySet<string> = new Set(['override_params', 'default_params'])
/** Names of members that say where something is sent. */
const LOCATION = /ur[il]$|endpoint|host|address|origin|domain|server|base|port$/i

/** A copy; what is no object stays as it is. */
export function replaceSecrets(config: unknown, replace: Replace): unknown {
  return walkNode(config, [], { host: null, model: null }, replace)
}

/** Whether a config, or parameters it inherits, hold a value that is sealed when the config is saved. */
export function holdsSecrets(config: object): boolean {
  return Object.entries(config).some(
    ([name, value]) =>
      name !== 'strategy' &&
      name !== 'targets' &&
      (PARAMS.has(canonicalName(name)) ? holdsSecretParam(value) : isSecret(name, value, 'setting')),
  )
}

/** Whether parameters hold such a value: they come by name. */
export function holdsSecretParam(params: unknown): boolean {
  return isObject(params) && Object.entries(params).some(([name, value]) => isSecret(name, value, 'param'))
}

/** Whether parameters hold more than values and lists of them: an object may hold a secret that no rule recognises. */
export function holdsObjects(params: unknown): boolean {
  return isObject(params) && Object.values(params).some(isOrHasObject)
}

function isOrHasObject(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isOrHasObject) : isObject(value)
}

/** Whether any parameters of a config hold one: these go to whatever its targets call. */
export function holdsSecretParams(config: unknown): boolean {
  if (!isObject(config)) return false
  const targets = member(config, 'targets')
  return (
    holdsSecretParam(member(config, 'override_params')) ||
    holdsSecretParam(member(config, 'default_params')) ||
    (Array.isArray(targets) && targets.some(holdsSecretParams))
  )
}

function isSecret(name: string, value: unknown, spot: Spot): boolean {
  if (typeof value === 'string') return isSecretText(name, value, spot)
  if (Array.isArray(value)) return value.some((item) => isSecret(name, item, spot))
  const below = spotBelow(name, spot)
  return isObject(value) && Object.entries(value).some(([key, member]) => isSecret(key, member, below))
}

/** Sealed or masked, a value is a secret as well: its form no longer tells what it was. */
function isSecretText(name: string, value: string, spot: Spot): boolean {
  if (spot === 'secrets' || looksSecret(name)) return true
  if (spot === 'setting') return false
  return namesSecretParam(name) || isSecretUrl(value) || isLongMask(value) || isSealed(value)
}

function walkNode(node: unknown, steps: Steps, around: Around, replace: Replace): unknown {
  if (!isObject(node)) return node
  const inside = aroundTargetsOf(node, around)
  const binding = hash([inside.host, plainTexts(node)])
  // Parameters reach every target below, so their secrets are bound to all the places these call.
  const listBinding = hash([binding, destinations(node, around)])
  const paramBinding = hash([listBinding, locationsIn(node)])
  return mapMembers(node, (name, value) => {
    const key = canonicalName(name)
    // Queries compare values; they hold none of ours.
    if (key === 'strategy') return value
    if (key === 'targets' && Array.isArray(value))
      return value.map((target, i) => walkNode(target, [...steps, name, i], inside, replace))
    const at = [...steps, name]
    // Other parameters may change without the secret going elsewhere, unless they are addresses. The items of a list
    // (tools) have their own.
    if (PARAMS.has(key) && isObject(value)) {
      return mapMembers(value, (inner, member) =>
        walkValue(inner, member, 'param', [...at, inner], Array.isArray(member) ? listBinding : paramBinding, replace),
      )
    }
    return walkValue(name, value, 'setting', at, binding, replace)
  })
}

function walkValue(name: string, value: unknown, spot: Spot, steps: Steps, binding: string, replace: Replace): unknown {
  if (typeof value === 'string')
    return isSecretText(name, value, spot) ? replace(value, { path: JSON.stringify(steps), binding }) : value
  if (Array.isArray(value)) {
    // A list under a secret's name holds secrets; a list of objects is looked into.
    return value.map((item, i) => walkValue(name, item, spot, [...steps, i], binding, replace))
  }
  if (!isObject(value)) return value
  const inner = hash([binding, visible(name, value, spot)])
  const below = spotBelow(name, spot)
  return mapMembers(value, (key, member) => walkValue(key, member, below, [...steps, key], inner, replace))
}

function aroundTargetsOf(node: Members, around: Around): Around {
  const host = member(node, 'custom_host')
  const params = member(node, 'override_params')
  const model = isObject(params) ? params['model'] : undefined
  return {
    host: typeof host === 'string' ? host : around.host,
    model: typeof model === 'string' ? model : around.model,
  }
}

/** Every place the targets of a config call: their hosts and settings, and the virtual key a model names. */
function destinations(node: unknown, around: Around): readonly string[] {
  if (!isObject(node)) return []
  const inside = aroundTargetsOf(node, around)
  const targets = member(node, 'targets')
  if (Array.isArray(targets)) {
    return [...new Set(targets.flatMap((target) => destinations(target, inside)))].sort()
  }
  return [JSON.stringify([inside.host, inside.model?.startsWith('@') ? inside.model : null, plainTexts(node)])]
}

/** Parameters that say where something is sent (`base_url`): a secret beside them is bound to them. */
function locationsIn(node: Members): unknown {
  const params = [member(node, 'override_params'), member(node, 'default_params')].filter(isObject)
  return params.flatMap((one) =>
    Object.entries(one)
      .filter(([, value]) => !Array.isArray(value))
      .map(([name, value]) => [name, JSON.stringify(visible(name, value, 'param'))] as const)
      .filter(([name, text]) => isLocation(name, text))
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  )
}

/** The texts of an object that are no secrets, in a fixed order. */
function plainTexts(members: Members): readonly (readonly [name: string, value: string])[] {
  return Object.entries(members)
    .filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && isVisible(entry[0], entry[1], 'setting'),
    )
    .map(([name, value]) => [canonicalName(name), value] as const)
    .filter(([name]) => !LABELS.has(name))
    .sort(([left], [right]) => (left < right ? -1 : 1))
}

/** A value without its secrets, its members in a fixed order. */
function visible(name: string, value: unknown, spot: Spot): unknown {
  if (typeof value === 'string') return isVisible(name, value, spot) ? value : null
  if (Array.isArray(value)) return value.map((item) => visible(name, item, spot))
  if (!isObject(value)) return value
  const below = spotBelow(name, spot)
  return Object.entries(value)
    .map(([key, inner]) => [key, visible(key, inner, below)] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1))
}

/** An address under a secret's name (`token_uri`) that is written out decides where other secrets go. */
function isVisible(name: string, value: string, spot: Spot): boolean {
  return !isSecretText(name, value, spot) || (isLocation(name, value) && !isMask(value))
}

function isLocation(name: string, text: string): boolean {
  return LOCATION.test(name) || text.includes('://')
}

function member(node: Members, key: string): unknown {
  return Object.entries(node).find(([name]) => canonicalName(name) === key)?.[1]
}

function mapMembers(members: Members, change: (name: string, value: unknown) => unknown): Members {
  const result: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(members)) result[name] = change(name, value)
  return result
}

function hash(parts: unknown): string {
  return Bun.CryptoHasher.hash('sha256', JSON.stringify(parts), 'base64')
}

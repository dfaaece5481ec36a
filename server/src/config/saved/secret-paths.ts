/** Finds, replaces and masks the secrets in a config as written by the caller, before key names are normalised. */

import { isObject } from '../../core/json.ts'
import { isSealed } from '../../core/sealed-shape.ts'
import { isSecretUrl, type MemberScope, namesSecretParam, scopeBelow } from '../../core/secret-names.ts'
import { canonicalName } from '../../core/setting-names.ts'
import { GUARDRAIL_LISTS } from '../guardrails/guardrail-keys.ts'
import { looksSecret } from '../problems.ts'

export type SecretRef = {
  /** JSON array of the steps to the secret; unique within a config. */
  readonly path: string
  /** Hash of everything that decides where the secret is sent. Does not include secrets or masks. */
  readonly binding: string
}

export type Replace = (value: string, ref: SecretRef) => string

type Members = Readonly<Record<string, unknown>>
type Steps = readonly (string | number)[]
/** Inherited values that decide which host a target calls. */
type Inherited = { readonly host: string | null; readonly model: string | null }

/** Members that do not affect where a config sends requests. */
const LABELS: ReadonlySet<string> = new Set(['name', 'prompt_id'])
const PARAMS: ReadonlySet<string> = new Set(['override_params', 'default_params'])
/** Names of members that contain a destination. */
const LOCATION = /ur[il]$|endpoint|host|address|origin|domain|server|base|port$/i

/** Returns a copy with each secret replaced; a value that is not an object is returned unchanged. */
export function replaceSecrets(config: unknown, replace: Replace): unknown {
  return replaceInConfig(config, [], { host: null, model: null }, replace)
}

/**
 * True if the settings or parameters of the config itself, not of its targets, contain a secret. Secrets of guardrails
 * do not count, because they are not sent to the provider.
 */
export function holdsSecrets(config: object): boolean {
  return Object.entries(config).some(
    ([name, value]) =>
      name !== 'strategy' &&
      name !== 'targets' &&
      !isGuardrailList(name) &&
      (PARAMS.has(canonicalName(name)) ? holdsSecretParam(value) : isSecret(name, value, 'setting')),
  )
}

export function holdsSecretParam(params: unknown): boolean {
  return isObject(params) && Object.entries(params).some(([name, value]) => isSecret(name, value, 'param'))
}

/** True if the parameters contain objects. An object may contain a secret that no rule recognises. */
export function holdsObjects(params: unknown): boolean {
  return isObject(params) && Object.values(params).some(isOrHasObject)
}

function isOrHasObject(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isOrHasObject) : isObject(value)
}

/** True if the parameters of a config or of any of its targets contain a secret. */
export function holdsSecretParams(config: unknown): boolean {
  if (!isObject(config)) return false
  const targets = member(config, 'targets')
  return (
    holdsSecretParam(member(config, 'override_params')) ||
    holdsSecretParam(member(config, 'default_params')) ||
    (Array.isArray(targets) && targets.some(holdsSecretParams))
  )
}

function isSecret(name: string, value: unknown, scope: MemberScope): boolean {
  if (typeof value === 'string') return isSecretText(name, value, scope)
  if (Array.isArray(value)) return value.some((item) => isSecret(name, item, scope))
  const below = scopeBelow(name, scope)
  return isObject(value) && Object.entries(value).some(([key, member]) => isSecret(key, member, below))
}

/**
 * Encrypted and masked parameters count as secrets: a URL with a password, for example, no longer looks like one when
 * it is encrypted or masked.
 */
function isSecretText(name: string, value: string, scope: MemberScope): boolean {
  if (scope === 'secrets' || looksSecret(name)) return true
  if (scope === 'setting') return false
  return namesSecretParam(name) || isSecretUrl(value) || isLongMask(value) || isSealed(value)
}

function replaceInConfig(node: unknown, steps: Steps, inherited: Inherited, replace: Replace): unknown {
  if (!isObject(node)) return node
  const inside = inheritedBelow(node, inherited)
  const binding = hash([inside.host, plainTexts(node)])
  // Parameters are inherited by all targets below, so their secrets are bound to all of those destinations.
  const listBinding = hash([binding, destinations(node, inherited)])
  const paramBinding = hash([listBinding, locationsIn(node)])
  return mapMembers(node, (name, value) => {
    const key = canonicalName(name)
    // Queries contain values to compare with, not credentials.
    if (key === 'strategy') return value
    if (key === 'targets' && Array.isArray(value))
      return value.map((target, i) => replaceInConfig(target, [...steps, name, i], inside, replace))
    const at = [...steps, name]
    // Changing other parameters does not change where a secret is sent, unless they are addresses. The items of a list,
    // such as tools, have their own addresses and are not bound to those of other parameters.
    if (PARAMS.has(key) && isObject(value)) {
      return mapMembers(value, (inner, member) =>
        replaceInValue(
          inner,
          member,
          'param',
          [...at, inner],
          Array.isArray(member) ? listBinding : paramBinding,
          replace,
        ),
      )
    }
    return isGuardrailList(name)
      ? replaceInGuardrails(value, at, replace)
      : replaceInValue(name, value, 'setting', at, binding, replace)
  })
}

/** Secrets of a guardrail are bound to that guardrail only: they are sent to its own addresses, such as a webhook. */
function replaceInGuardrails(list: unknown, steps: Steps, replace: Replace): unknown {
  if (!Array.isArray(list)) return list
  return list.map((item, i) => {
    if (!isObject(item)) return item
    return mapMembers(item, (key, value) => replaceInValue(key, value, 'param', [...steps, i, key], '', replace))
  })
}

function isGuardrailList(name: string): boolean {
  return Object.hasOwn(GUARDRAIL_LISTS, canonicalName(name))
}

function replaceInValue(
  name: string,
  value: unknown,
  scope: MemberScope,
  steps: Steps,
  binding: string,
  replace: Replace,
): unknown {
  if (typeof value === 'string')
    return isSecretText(name, value, scope) ? replace(value, { path: JSON.stringify(steps), binding }) : value
  if (Array.isArray(value)) {
    // Strings in a list under a secret's name are secrets; objects in a list are searched.
    return value.map((item, i) => replaceInValue(name, item, scope, [...steps, i], binding, replace))
  }
  if (!isObject(value)) return value
  const inner = hash([binding, visible(name, value, scope)])
  const below = scopeBelow(name, scope)
  return mapMembers(value, (key, member) => replaceInValue(key, member, below, [...steps, key], inner, replace))
}

function inheritedBelow(node: Members, inherited: Inherited): Inherited {
  const host = member(node, 'custom_host')
  const params = member(node, 'override_params')
  const model = isObject(params) ? params['model'] : undefined
  return {
    host: typeof host === 'string' ? host : inherited.host,
    model: typeof model === 'string' ? model : inherited.model,
  }
}

/** All destinations of a config's targets: hosts, settings, and virtual keys named in a model. */
function destinations(node: unknown, inherited: Inherited): readonly string[] {
  if (!isObject(node)) return []
  const inside = inheritedBelow(node, inherited)
  const targets = member(node, 'targets')
  if (Array.isArray(targets)) {
    return [...new Set(targets.flatMap((target) => destinations(target, inside)))].sort()
  }
  return [JSON.stringify([inside.host, inside.model?.startsWith('@') ? inside.model : null, plainTexts(node)])]
}

/** Parameters that contain a destination, such as `base_url`. Secrets next to them are bound to them. */
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

/** The strings of an object that are not secrets, in a fixed order. */
function plainTexts(members: Members): readonly (readonly [name: string, value: string])[] {
  return Object.entries(members)
    .filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && isVisible(entry[0], entry[1], 'setting'),
    )
    .map(([name, value]) => [canonicalName(name), value] as const)
    .filter(([name]) => !LABELS.has(name))
    .sort(([left], [right]) => (left < right ? -1 : 1))
}

/** The value without secrets, with members in a fixed order. */
function visible(name: string, value: unknown, scope: MemberScope): unknown {
  if (typeof value === 'string') return isVisible(name, value, scope) ? value : null
  if (Array.isArray(value)) return value.map((item) => visible(name, item, scope))
  if (!isObject(value)) return value
  const below = scopeBelow(name, scope)
  return Object.entries(value)
    .map(([key, inner]) => [key, visible(key, inner, below)] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1))
}

/** An unmasked address under a secret's name (`token_uri`) is included, because it decides where secrets are sent. */
function isVisible(name: string, value: string, scope: MemberScope): boolean {
  return !isSecretText(name, value, scope) || (isLocation(name, value) && !isMask(value))
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

/** Masks show the first two and last two characters; nothing of a short secret. */
const STARS = '*******'
const MASKED = /^(?:.{2}\*{7}.{2}|\*{9})$/s
const LONG_MASK = /^.{2}\*{7}.{2}$/s
const SHORT = 12

/** Shown instead of a secret. Sent back at the same path, it keeps the stored secret. */
export function maskOf(value: string): string {
  return value.length < SHORT ? `${STARS}**` : value.slice(0, 2) + STARS + value.slice(-2)
}

export function isMask(value: string): boolean {
  return MASKED.test(value)
}

/** Matches only the long form, which does not occur by chance. Nine stars can be ordinary text. */
function isLongMask(value: string): boolean {
  return LONG_MASK.test(value)
}

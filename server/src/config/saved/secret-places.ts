/** Finds the secrets of a config as it was written, before any key is normalised, and puts something else in their place. */

import { canonicalName } from '../../core/setting-names.ts'
import { looksSecret } from '../problems.ts'

export type SecretPlace = {
  /** The steps to it, as JSON: no two places of a config have the same. */
  readonly path: string
  /** Hash of what decides where the secret is sent. */
  readonly binding: string
}

export type Replace = (value: string, place: SecretPlace) => string

type Members = Readonly<Record<string, unknown>>
type Steps = readonly (string | number)[]

/** What a config says of itself, not of where it sends anything. */
const LABELS: ReadonlySet<string> = new Set(['name', 'prompt_id'])
const PARAMS: ReadonlySet<string> = new Set(['override_params', 'default_params'])

/** A copy; what is no object stays as it is. */
export function replaceSecrets(config: unknown, replace: Replace): unknown {
  return walkNode(config, [], null, replace)
}

function walkNode(node: unknown, steps: Steps, hostAround: string | null, replace: Replace): unknown {
  if (!isObject(node)) return node
  const texts = plainTexts(node).filter(([name]) => !LABELS.has(name))
  const host = texts.find(([name]) => name === 'custom_host')?.[1] ?? hostAround
  const binding = hash([host, texts])
  return mapMembers(node, (name, value) => {
    const key = canonicalName(name)
    // Queries compare values; they hold none of ours.
    if (key === 'strategy') return value
    if (key === 'targets' && Array.isArray(value))
      return value.map((target, i) => walkNode(target, [...steps, name, i], host, replace))
    const at = [...steps, name]
    // The parameters themselves may change without the secret going elsewhere; what lies deeper (a tool's server) may not.
    if (PARAMS.has(key) && isObject(value))
      return mapMembers(value, (inner, member) => walkValue(inner, member, [...at, inner], binding, replace))
    return walkValue(name, value, at, binding, replace)
  })
}

function walkValue(name: string, value: unknown, steps: Steps, binding: string, replace: Replace): unknown {
  if (typeof value === 'string')
    return looksSecret(name) ? replace(value, { path: JSON.stringify(steps), binding }) : value
  if (Array.isArray(value)) {
    // A list under a secret's name holds secrets; a list of objects is looked into.
    return value.map((item, i) => walkValue(name, item, [...steps, i], binding, replace))
  }
  if (!isObject(value)) return value
  const inner = hash([binding, plainTexts(value)])
  return mapMembers(value, (key, member) => walkValue(key, member, [...steps, key], inner, replace))
}

/** The texts of an object that are no secrets, in a fixed order. */
function plainTexts(members: Members): readonly (readonly [name: string, value: string])[] {
  return Object.entries(members)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string' && !looksSecret(entry[0]))
    .map(([name, value]) => [canonicalName(name), value] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1))
}

function mapMembers(members: Members, change: (name: string, value: unknown) => unknown): Members {
  const result: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(members)) result[name] = change(name, value)
  return result
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hash(parts: unknown): string {
  return Bun.CryptoHasher.hash('sha256', JSON.stringify(parts), 'base64')
}

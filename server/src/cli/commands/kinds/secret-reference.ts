/** Secrets in files: `{"env": "NAME"}` stands where the secret belongs, and is opened only on its way to the gateway. */

import { CommandError } from '../../command-error.ts'
import { isObject, type JsonObject } from '../../remote.ts'

/** As the gateway names what it seals and masks. */
const SECRET_NAME =
  /api[_-]?key|authorization|secret|token|password|credential|private|service[_-]?account|access[_-]?key/i
/** How the gateway shows a secret it keeps. */
const MASK = /^(?:.{2}\*{7}.{2}|\*{7,9})$/s

type Reference = { readonly variable: string; readonly isOptional: boolean }

export function looksSecret(name: string): boolean {
  return name === 'key' || SECRET_NAME.test(name)
}

function isMask(value: unknown): value is string {
  return typeof value === 'string' && MASK.test(value)
}

function referenceOf(value: unknown): Reference | null {
  if (!isObject(value) || typeof value['env'] !== 'string') return null
  return { variable: value['env'], isOptional: value['optional'] === true }
}

type Change = (value: unknown, path: string) => unknown

/** A copy with `change` applied at each secret place; what it returns undefined for is left out. */
function mapped(content: JsonObject, change: Change, path = ''): JsonObject {
  const members = Object.entries(content).map(([name, value]): [string, unknown] => [
    name,
    mappedValue(name, value, change, path === '' ? name : `${path}_${name}`),
  ])
  return Object.fromEntries(members.filter(([, value]) => value !== undefined))
}

/** Under another name `{"env": ...}` may be somebody's own object: a parameter, a filter on metadata. */
function mappedValue(name: string, value: unknown, change: Change, path: string): unknown {
  if (looksSecret(name) && (typeof value === 'string' || referenceOf(value) !== null)) return change(value, path)
  if (Array.isArray(value)) return value.map((item, i) => mappedValue(name, item, change, `${path}_${i}`))
  return isObject(value) ? mapped(value, change, path) : value
}

/** The variables that must be set; of optional ones, one is enough. */
export function variablesOf(content: JsonObject): readonly string[] {
  const found: Reference[] = []
  mapped(content, (value) => {
    const reference = referenceOf(value)
    if (reference !== null) found.push(reference)
    return value
  })
  const required = found.filter(({ isOptional }) => !isOptional)
  const isEnough = required.length > 0 || found.some(({ variable }) => environment(variable) !== null)
  return (isEnough ? required : found).map(({ variable }) => variable)
}

/** Secrets written out, which no file should hold. */
export function literalSecrets(content: JsonObject): readonly string[] {
  const found: string[] = []
  mapped(content, (value, path) => {
    if (typeof value === 'string' && !isMask(value)) found.push(path)
    return value
  })
  return found
}

/** With the secrets themselves; where a variable is not set, the mask that keeps what the gateway has. */
export function opened(content: JsonObject, kept: (path: string) => string | null = () => null): JsonObject {
  return mapped(content, (value, path) => {
    const reference = referenceOf(value)
    if (reference === null) return value
    const secret = environment(reference.variable) ?? kept(path)
    if (secret !== null) return secret
    if (reference.isOptional) return undefined
    throw new CommandError({
      what: `The environment variable ${reference.variable} is not set.`,
      fix: `export ${reference.variable}=...`,
    })
  })
}

/** What the gateway shows of its secrets, by place. */
export function masksIn(content: JsonObject): (path: string) => string | null {
  const found = new Map<string, string>()
  mapped(content, (value, path) => {
    if (isMask(value)) found.set(path, value)
    return value
  })
  return (path) => found.get(path) ?? null
}

/** For comparing: a reference looks like what the gateway shows of any secret. */
export function veiled(content: JsonObject): JsonObject {
  return mapped(content, (value) => (referenceOf(value) === null ? value : '*******'))
}

/** For files: every mask becomes a reference to a variable named after its place. */
export function referring(content: JsonObject, variableAt: (path: string) => string): JsonObject {
  return mapped(content, (value, path) => (isMask(value) ? { env: variableAt(path) } : value))
}

function environment(variable: string): string | null {
  return process.env[variable]?.trim() || null
}

/**
 * Secrets in files are references: `{"env": "NAME"}`, which the command resolves when it calls the gateway, or
 * `secret://…`, which the gateway resolves.
 */

import { looksSecret } from '../../../config/problems.ts'
import { isReference } from '../../../core/secrets/secret-reference.ts'
import { CommandError } from '../../command-error.ts'
import { isObject, type JsonObject } from '../../remote.ts'

/** The format in which the gateway masks a stored secret. */
const MASK = /^(?:.{2}\*{7}.{2}|\*{7,9})$/s

type Reference = { readonly variable: string; readonly isOptional: boolean }

/** Whether the gateway encrypts and masks a setting of this name. `key` is the credential of a virtual key. */
export function isSecretName(name: string): boolean {
  return name === 'key' || name === 'custom_headers' || looksSecret(name)
}

/** Whether the value is `secret://…`, so that the gateway reads the secret from a secret store. */
export function isSecretReference(value: unknown): value is string {
  return typeof value === 'string' && isReference(value)
}

function isMask(value: unknown): value is string {
  return typeof value === 'string' && MASK.test(value)
}

function referenceOf(value: unknown): Reference | null {
  if (!isObject(value) || typeof value['env'] !== 'string') return null
  return { variable: value['env'], isOptional: value['optional'] === true }
}

type Change = (value: unknown, path: string) => unknown

/**
 * Returns a copy with `change` applied to each secret. Members for which `change` returns undefined are dropped.
 * `isSecret`: all texts in `content` are secrets.
 */
function mapped(content: JsonObject, change: Change, path = '', isSecret = false): JsonObject {
  const members = Object.entries(content).map(([name, value]): [string, unknown] => [
    name,
    mappedValue(name, value, change, path === '' ? name : `${path}_${name}`, isSecret),
  ])
  return Object.fromEntries(members.filter(([, value]) => value !== undefined))
}

/** `{"env": ...}` is a reference only under the name of a secret. Elsewhere it is data, such as a parameter. */
function mappedValue(name: string, value: unknown, change: Change, path: string, isSecret: boolean): unknown {
  const isPlace = isSecret || isSecretName(name) || (isAddressName(name) && !isPlainText(value))
  if (isPlace && (typeof value === 'string' || referenceOf(value) !== null)) return change(value, path)
  if (Array.isArray(value)) return value.map((item, i) => mappedValue(name, item, change, `${path}_${i}`, isSecret))
  // All headers that a tool or webhook gets are secrets, because they can have any name.
  return isObject(value) ? mapped(value, change, path, isSecret || name === 'headers') : value
}

/** For example `webhookURL`. The gateway masks URLs that contain a credential. */
function isAddressName(name: string): boolean {
  return /[a-z](?:URL|Url|Uri|_url|_uri)$/.test(name)
}

function isPlainText(value: unknown): boolean {
  return typeof value === 'string' && !isMask(value)
}

/** Variables that must be set. If all are optional, setting one of them is enough. */
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

/** Paths of secrets in plain text, which files must not contain unless `isAllowed` accepts them. */
export function literalSecrets(
  content: JsonObject,
  isAllowed: (value: string) => boolean = () => false,
): readonly string[] {
  const found: string[] = []
  mapped(content, (value, path) => {
    if (typeof value === 'string' && !isMask(value) && !isAllowed(value)) found.push(path)
    return value
  })
  return found
}

/** Replaces references by their secrets. If a variable is not set, sends the mask, which keeps the stored secret. */
export function resolveSecrets(content: JsonObject, maskAt: (path: string) => string | null = () => null): JsonObject {
  return mapped(content, (value, path) => {
    const reference = referenceOf(value)
    if (reference === null) return value
    const secret = environment(reference.variable) ?? maskAt(path)
    if (secret !== null) return secret
    if (reference.isOptional) return undefined
    throw new CommandError({
      what: `The environment variable ${reference.variable} is not set.`,
      fix: `export ${reference.variable}=...`,
    })
  })
}

/** Finds masks that the gateway returned, by path. */
export function masksIn(content: JsonObject): (path: string) => string | null {
  const found = new Map<string, string>()
  mapped(content, (value, path) => {
    if (isMask(value)) found.set(path, value)
    return value
  })
  return (path) => found.get(path) ?? null
}

/** For comparison: replaces references by the mask that the gateway returns. */
export function masked(content: JsonObject): JsonObject {
  return mapped(content, (value) => (referenceOf(value) === null ? value : '*******'))
}

/** For files: replaces each mask by a reference to a variable named after its path. */
export function withReferences(content: JsonObject, variableAt: (path: string) => string): JsonObject {
  return mapped(content, (value, path) => (isMask(value) ? { env: variableAt(path) } : value))
}

function environment(variable: string): string | null {
  return process.env[variable]?.trim() || null
}

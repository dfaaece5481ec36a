/** The interface of secret sources, and the errors that they report. */

import type { TokenSender } from '../providers/request-token.ts'

/** One text, or named fields. */
type SecretContent = string | ReadonlyMap<string, string>

export type StoredSecret = {
  readonly content: SecretContent
  readonly version: string | null
  readonly rotatedAtMs: number | null
}

export interface SecretSource {
  /** Rejects with a SecretSourceError. Bounded in size and time. */
  read(path: string): Promise<StoredSecret>
}

/**
 * `not_found`: the store has no such secret. `denied`: it refuses the gateway's own credential. `invalid`: the secret or the
 * path cannot be used. `unavailable`: the store failed, or did not respond in time.
 */
export type SecretFailure = 'not_found' | 'denied' | 'invalid' | 'unavailable'

/** The message follows the name of the source: `has no such secret`. It never contains a value. */
export class SecretSourceError extends Error {
  constructor(
    readonly failure: SecretFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** `send` reaches the store and its token services. `sendToIdentity` reaches the identity endpoints of the machine. */
export type SourcePorts = {
  readonly send: TokenSender
  readonly sendToIdentity: TokenSender
  readonly now: () => number
}

export const MAX_SECRET_BYTES = 64 * 1024

/** Files and stores often end a value with a line break, which is not part of the credential. */
function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '')
}

/**
 * Returns the value of `field`. If the content is a text, parses it as a JSON object first. If `field` is null, returns
 * the whole text, the only field, or the field called `value`.
 */
export function fieldOf(content: SecretContent, field: string | null): string {
  if (typeof content === 'string') {
    if (field === null) return usable(withoutLineEnd(content))
    return fieldOf(fieldsOf(content), field)
  }
  if (field !== null) {
    const value = content.get(field)
    if (value === undefined) throw new SecretSourceError('not_found', `has the secret, but not its field "${field}"`)
    return usable(withoutLineEnd(value))
  }
  const [only, another] = [...content.values()]
  const value = another === undefined ? only : content.get('value')
  if (value === undefined)
    throw new SecretSourceError('invalid', `has ${content.size} fields in this secret: name one with #field`)
  return usable(withoutLineEnd(value))
}

/** The members of a JSON object as texts. Members that are objects, such as a key file, become JSON text. */
export function fieldMap(value: unknown): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fields
  for (const [name, field] of Object.entries(value)) {
    if (typeof field === 'string') fields.set(name, field)
    else if (typeof field === 'number' || typeof field === 'boolean') fields.set(name, String(field))
    else if (typeof field === 'object' && field !== null) fields.set(name, JSON.stringify(field))
  }
  return fields
}

function fieldsOf(content: string): ReadonlyMap<string, string> {
  try {
    const value: unknown = JSON.parse(content)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return fieldMap(value)
  } catch {
    // Reported below, without the text.
  }
  throw new SecretSourceError('invalid', 'has a secret that is not a JSON object, so it has no fields')
}

function usable(value: string): string {
  if (value === '') throw new SecretSourceError('invalid', 'has an empty value for this secret')
  return value
}

/** Types and readers for JSON from callers and providers. Nothing validates this JSON, so every read checks what it finds. */

import { GatewayError } from '../core/errors.ts'
import { isObject, textOrNull } from '../core/json.ts'
import type { JsonObject } from './dialect.ts'

type Scalar = string | number | boolean | null | undefined
type KeysOf<T> = T extends unknown ? keyof T : never
type ValueAt<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never
type ObjectsOf<T> = T extends readonly unknown[] ? never : T extends object ? T : never
type ItemsOf<T> = T extends readonly (infer Item)[] ? Item : never
type UncheckedList<T> = [T] extends [never] ? unknown[] : Unchecked<T>[]

/** A JSON value that its format documents as `T`. Any other JSON value may be there instead, so code must check it. */
export type Unchecked<T> = unknown extends T
  ? unknown
  : Scalar | UncheckedList<ItemsOf<T>> | UncheckedObject<ObjectsOf<T>>

/**
 * A JSON object that its format documents as `T`: the member names are known, their values are unchecked. A union of
 * objects becomes one object with the members of all of them, because the discriminating member is unchecked too.
 */
export type UncheckedObject<T> = [T] extends [never]
  ? JsonObject
  : { readonly [K in KeysOf<T>]?: Unchecked<ValueAt<T, K>> }

type ObjectIn<V> = unknown extends V ? JsonObject : Exclude<Extract<V, object>, readonly unknown[]>
type ListIn<V> = unknown extends V ? readonly unknown[] : Extract<V, readonly unknown[]>

export { isObject, textOrNull }

/** The value, or `{}` if it is not an object. */
export function objectOf<V>(value: V): ObjectIn<V> {
  return (isObject(value) ? value : {}) as ObjectIn<V>
}

/** The value, or `[]` if it is not an array. */
export function listOf<V>(value: V): ListIn<V> {
  return (Array.isArray(value) ? value : []) as unknown as ListIn<V>
}

/** The objects in an array. Skips other items; `[]` if the value is not an array. */
export function objectsIn<V>(value: V): ObjectIn<ListIn<V>[number]>[] {
  return (Array.isArray(value) ? value.filter(isObject) : []) as ObjectIn<ListIn<V>[number]>[]
}

/** The value, or `''` if it is not a string. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A copy without these members. */
export function without(source: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(source).filter(([name]) => !names.includes(name)))
}

/** A finite number, or null. */
export function finiteOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** A token count or index: a finite number that is not negative, or null. */
export function countOf(value: unknown): number | null {
  const number = finiteOf(value)
  return number === null || number < 0 ? null : number
}

/** In OpenAI's format `null` means the same as a missing member. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null
}

/** An `invalid_body` error about one member of the caller's body. */
export function invalidBody(param: string, message: string, hint?: string): GatewayError {
  return new GatewayError('invalid_body', { param, message, ...(hint === undefined ? {} : { hint }) })
}

/** Like `invalidBody`, with a message that begins with the member's path. */
export function invalidMember(param: string, message: string, hint?: string): GatewayError {
  return invalidBody(param, `${param}: ${message}`, hint)
}

/** The error for a success status with an unreadable body. Unlike an empty completion, an error lets a fallback run. */
export function unreadableResponse(provider: string): GatewayError {
  return new GatewayError('upstream_broken', {
    message: `${provider} returned a response body in an unknown format.`,
  })
}

/** The number in a member of the body; undefined if it is absent. */
export function numberMember(body: JsonObject, name: string): number | undefined {
  const value = body[name]
  if (isAbsent(value)) return undefined
  if (typeof value === 'number') return value
  throw invalidMember(name, 'expected a number.')
}

/** Reads members of JSON that others wrote, without believing their types; a refusal names its member. */

import { GatewayError } from '../../core/errors.ts'
import type { JsonObject } from '../dialect.ts'

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The objects of an array; anything else in it, or anything but an array, counts as not there. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Null and absent mean the same in OpenAI's format. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

export function refusal(param: string, message: string, hint: string): GatewayError {
  return new GatewayError('invalid_body', { param, message, hint })
}

/** A positive limit or a sampling number, or a refusal that names it. */
export function numberOf(value: unknown, param: string): number | null {
  if (!isGiven(value)) return null
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw refusal(param, `\`${param}\` must be a number.`, 'Send a number, or leave the member out.')
}

/**
 * A tool call's arguments as an object. Models sometimes write text that is no JSON object, and the caller sends it back with
 * its error: the text is kept under one member, because a refusal would end the conversation.
 */
export function parseArguments(value: unknown): JsonObject {
  if (isObject(value)) return value
  const text = textOf(value)
  if (text.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(text)
    return isObject(parsed) ? parsed : { arguments: parsed }
  } catch {
    return { arguments: text }
  }
}

/** `cache_control` travels verbatim. */
export function cacheControlOf(source: JsonObject): { cache_control?: JsonObject } {
  return isObject(source.cache_control) ? { cache_control: source.cache_control } : {}
}

/** Reads members of JSON whose shape nobody has checked: what is missing or of another type reads as empty, never as a throw. */

import { GatewayError } from '../../core/errors.ts'
import type { JsonObject } from '../dialect.ts'

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A count such as tokens; null when it is not known. */
export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}

/** Sent as nothing: `null` in OpenAI's format means the same as an absent member. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null
}

/** The refusal of a request that cannot be said in the provider's format. */
export function unsayable(param: string, message: string, hint?: string): GatewayError {
  return new GatewayError('invalid_body', { param, message: `${param}: ${message}`, ...(hint ? { hint } : {}) })
}

/** A good status with a body that is no answer: better a failure that a fallback can cure than an empty completion. */
export function notAnAnswer(provider: string): GatewayError {
  return new GatewayError('upstream_broken', { message: `${provider} answered with a body of unknown form.` })
}

/** A number, or undefined when absent. */
export function numberOf(body: JsonObject, name: string): number | undefined {
  const value = body[name]
  if (isAbsent(value)) return undefined
  if (typeof value === 'number') return value
  throw unsayable(name, 'expected a number.')
}

/** `stop`: one text or a list of them. */
export function stopTexts(stop: unknown): readonly string[] {
  if (isAbsent(stop)) return []
  const texts = Array.isArray(stop) ? stop : [stop]
  if (texts.every((text) => typeof text === 'string')) return texts
  throw unsayable('stop', 'expected a text or a list of texts.')
}

/** The arguments of a tool call as an object; models send the empty text or `null` for none. */
export function argumentsOf(text: unknown, param: string): JsonObject {
  if (isAbsent(text) || text === '') return {}
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : text
    if (value === null) return {}
    if (isObject(value)) return value
  } catch {
    // Falls through to the refusal: broken JSON and JSON of another kind are the same to the provider.
  }
  throw unsayable(
    param,
    'expected the text of a JSON object.',
    'This provider takes the arguments as JSON; repair or leave out the broken tool call.',
  )
}

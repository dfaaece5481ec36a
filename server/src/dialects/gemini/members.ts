/** Reads members of JSON whose shape nobody has checked, and refuses what cannot be said in Gemini's format. */

import { GatewayError } from '../../core/errors.ts'
import type { JsonObject } from '../dialect.ts'

export function objectOf(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Null for the empty string too: an empty name, URL or signature is none. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Absent and null mean the same in OpenAI's format. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

export function refusal(param: string, message: string, hint = 'Remove it, or choose a provider that has it.') {
  return new GatewayError('invalid_body', { param, message: `${param}: ${message}`, hint })
}

/** Google's JSON reads both spellings of a member; we send the documented one. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** `gemini-3-pro-preview` and `publishers/google/models/gemini-3-flash` are 3, `gemini-2.5-pro` is 2.5; unknown is null. */
export function geminiVersion(model: string): number | null {
  const match = /(?:^|\/)gemini-(\d+(?:\.\d+)?)(?:-|$)/.exec(model)
  return match ? Number(match[1]) : null
}

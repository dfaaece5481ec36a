/** Helpers for the mock's responses: JSON bodies, errors, ids, texts and token counts. */

import { isObject } from '../../core/json.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** The type that Request.formData() returns. It differs from the global FormData. */
export type Form = Awaited<ReturnType<Request['formData']>>

export { isObject }

export function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Returns an integer of at least `least`, or null. */
export function readCount(value: unknown, least = 1): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= least ? value : null
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
}

/** An error in OpenAI's format. */
export function failure(status: number, message: string, code: string, headers: Record<string, string> = {}): Response {
  return json(failureBody(status, message, code), status, headers)
}

export function failureBody(status: number, message: string, code: string): JsonObject {
  return { error: { message, type: errorType(status), param: null, code } }
}

function errorType(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}

export function newId(prefix: string): string {
  return prefix + crypto.randomUUID().replaceAll('-', '')
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

/** About four characters per token, as in English text. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4)
}

/** The text of a message's content, a prompt or an input, in any accepted form. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(' ')
  if (!isObject(value)) return ''
  return readText(value['text']) ?? textOf(value['content'])
}

/** A fixed greeting and an echo of the request. */
export function composeAnswer(prompt: string): string {
  const echo = prompt.length > 200 ? `${prompt.slice(0, 200)}…` : prompt
  return echo === '' ? 'Hello from the mock provider.' : `Hello from the mock provider. You said: ${echo}`
}

/** Truncates the text to a number of tokens and reports whether it did. */
export function limitTokens(
  text: string,
  maxTokens: number | null,
): { readonly text: string; readonly isCut: boolean } {
  const isCut = maxTokens !== null && countTokens(text) > maxTokens
  return { text: isCut ? text.slice(0, maxTokens * 4) : text, isCut }
}

/** Splits text into pieces of a few characters, after spaces if possible, as models stream it. */
export function splitPieces(text: string): readonly string[] {
  return text.match(/\S{1,12}\s*|\s+/g) ?? []
}

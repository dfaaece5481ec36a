/** Recognises usage and model in an answer's bytes without parsing the answer. */

import type { Usage } from '../../core/usage.ts'

const MODEL_BYTES = 300
const MODEL = /"model"\s*:\s*"((?:[^"\\]|\\.){1,256})"/

/**
 * The usage object that counts: the last one (a stream repeats `"usage": null` before it), completed by the first
 * (Anthropic counts input at the start and output at the end). Inside a JSON string the quotes are escaped,
 * so a model's own words cannot pass for usage.
 */
export function readUsage(head: Uint8Array, tail: Uint8Array): Usage | null {
  const last = findUsage(Buffer.from(tail.buffer, tail.byteOffset, tail.length), true)
  const first = findUsage(Buffer.from(head.buffer, head.byteOffset, head.length), false)
  const own = last ? usageFrom(last) : null
  // Anthropic's first event knows the input, its last the output; elsewhere the last one says it all.
  if (own === null || own.inputTokens === null) return usageFrom({ ...first, ...last })
  return own
}

/** A provider's usage object, in any of the spellings we know. */
export function usageFrom(merged: Record<string, unknown>): Usage | null {
  const input = count(merged['prompt_tokens'] ?? merged['input_tokens'])
  const output = count(merged['completion_tokens'] ?? merged['output_tokens'])
  const usage: Usage = {
    inputTokens: input,
    outputTokens: output,
    totalTokens:
      count(merged['total_tokens']) ?? (input === null && output === null ? null : (input ?? 0) + (output ?? 0)),
    cachedTokens:
      count(detail(merged, 'prompt_tokens_details', 'cached_tokens')) ??
      count(detail(merged, 'input_tokens_details', 'cached_tokens')) ??
      count(merged['cache_read_input_tokens']),
    reasoningTokens:
      count(detail(merged, 'completion_tokens_details', 'reasoning_tokens')) ??
      count(detail(merged, 'output_tokens_details', 'reasoning_tokens')),
  }
  return usage.totalTokens === null ? null : usage
}

/** The model the provider says it used; it stands near the start in every format we know. */
export function readModel(head: Uint8Array): string | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 4096))
  const at = bytes.indexOf('"model"')
  return at < 0 ? null : (MODEL.exec(bytes.toString('utf8', at, at + MODEL_BYTES))?.[1] ?? null)
}

const MARK = '"usage"'
const MAX_TRIES = 8
const MAX_OBJECT_BYTES = 4096
/** Most usage objects are shorter. */
const NEAR_BYTES = 400

function findUsage(bytes: Buffer, fromEnd: boolean): Record<string, unknown> | null {
  let at = fromEnd ? bytes.lastIndexOf(MARK) : bytes.indexOf(MARK)
  for (let tries = 0; at >= 0 && tries < MAX_TRIES; tries++) {
    const object = objectAfter(bytes, at + MARK.length)
    if (object) return object
    at = fromEnd ? (at === 0 ? -1 : bytes.lastIndexOf(MARK, at - 1)) : bytes.indexOf(MARK, at + 1)
  }
  return null
}

function objectAfter(bytes: Buffer, from: number): Record<string, unknown> | null {
  const end = Math.min(bytes.length, from + MAX_OBJECT_BYTES)
  const near = objectIn(bytes.toString('latin1', from, Math.min(end, from + NEAR_BYTES)))
  return near === undefined ? (objectIn(bytes.toString('latin1', from, end)) ?? null) : near
}

/** The object at the start of the text; null when there is none, undefined when its end is not in the text. */
function objectIn(text: string): Record<string, unknown> | null | undefined {
  const open = /^\s*:\s*\{/.exec(text)
  if (!open) return null
  let depth = 0
  for (let i = open[0].length - 1; i < text.length; i++) {
    if (text[i] === '{') depth++
    else if (text[i] === '}' && --depth === 0) return parse(text.slice(open[0].length - 1, i + 1))
  }
  return undefined
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return null
  }
}

function detail(usage: Record<string, unknown>, group: string, name: string): unknown {
  const inner = usage[group]
  return typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined
}

/** A provider may send anything: only whole, non-negative, exact numbers count. */
function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** Recognises usage and model in an answer's bytes without parsing the answer. */

import { type Usage, usageFrom } from '../../core/usage.ts'

const MODEL_BYTES = 300
const MODEL_WITHIN_BYTES = 4096
const MODEL = /"model(?:Version)?"\s*:\s*"((?:[^"\\]|\\.){1,256})"/

/**
 * The usage object that counts: the last one (a stream repeats `"usage": null` before it), completed by the first
 * (Anthropic counts input at the start and output at the end). Inside a JSON string the quotes are escaped,
 * so a model's own words cannot pass for usage.
 */
export function readUsage(head: Uint8Array, tail: Uint8Array): Usage | null {
  const [start, end] = [asBuffer(head), asBuffer(tail)]
  const last = findUsage(end, true, MARK)
  const first = findUsage(start, false, MARK)
  if (last === null && first === null) return readOtherUsage(end)
  const own = last ? usageFrom(last) : null
  // Anthropic's first event knows the input, its last the output; elsewhere the last one says it all.
  if (own === null || own.inputTokens === null) return usageFrom({ ...first, ...last })
  return own
}

/** Pass-through answers: Gemini repeats its counts in every event, Cohere's rerank counts searches. */
function readOtherUsage(tail: Buffer): Usage | null {
  const gemini = findUsage(tail, true, '"usageMetadata"')
  if (gemini) return usageFrom(gemini)
  const billed = findUsage(tail, true, '"billed_units"')
  return billed && usageFrom(billed)
}

/** The model the provider says it used; it stands near the start in every format we know. */
export function readModel(head: Uint8Array): string | null {
  const bytes = asBuffer(head.length > MODEL_WITHIN_BYTES ? head.subarray(0, MODEL_WITHIN_BYTES) : head)
  const plain = bytes.indexOf('"model"')
  const at = plain < 0 ? bytes.indexOf('"modelVersion"') : plain
  return at < 0 ? null : (MODEL.exec(bytes.toString('utf8', at, at + MODEL_BYTES))?.[1] ?? null)
}

const MARK = '"usage"'
const MAX_TRIES = 8
const MAX_OBJECT_BYTES = 4096
/** Most usage objects are shorter. */
const NEAR_BYTES = 400

function findUsage(bytes: Buffer, fromEnd: boolean, mark: string): Record<string, unknown> | null {
  let at = fromEnd ? bytes.lastIndexOf(mark) : bytes.indexOf(mark)
  for (let tries = 0; at >= 0 && tries < MAX_TRIES; tries++) {
    const object = objectAfter(bytes, at + mark.length)
    if (object) return object
    at = fromEnd ? (at === 0 ? -1 : bytes.lastIndexOf(mark, at - 1)) : bytes.indexOf(mark, at + 1)
  }
  return null
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
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

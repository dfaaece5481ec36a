/** Finds the usage and the model in the bytes of a response, without parsing the response. */

import type { OnFlaw } from '../../core/money/usage-counts.ts'
import { type Usage, usageFrom } from '../../core/usage.ts'
import { asBuffer } from '../relay/capture.ts'

const MODEL_BYTES = 300
const MODEL_WITHIN_BYTES = 4096
const MODEL = /"model(?:Version)?"\s*:\s*"((?:[^"\\]|\\.){1,256})"/

/**
 * The last usage object (streams repeat `"usage": null` before it), completed by the first: Anthropic reports the input
 * and the lifetime of cache writes at the start of a stream, and the output at its end. Quotes inside a JSON string are
 * escaped, so generated text cannot match.
 */
export function readUsage(head: Uint8Array, tail: Uint8Array, onFlaw?: OnFlaw): Usage | null {
  const end = asBuffer(tail)
  const last = findUsage(end, true, MARK)
  // Formats with these members report everything in one object. Others may have reported a part at the start.
  if (last !== null && ('total_tokens' in last || 'prompt_tokens' in last)) {
    const usage = usageFrom(last, onFlaw)
    return usage && 'input_tokens' in last ? withSearches(usage, end, onFlaw) : usage
  }
  const first = findUsage(asBuffer(head), false, MARK)
  if (last === null && first === null) return readOtherUsage(end, onFlaw)
  return usageFrom(first !== null && last !== null ? completed(first, last) : (last ?? first ?? {}), onFlaw)
}

function completed(first: Found, last: Found): Found {
  if (!('input_tokens' in first)) return last
  return { ...first, ...Object.fromEntries(Object.entries(last).filter(([, value]) => value !== null)) }
}

/** OpenAI's Responses API counts web searches outside the usage object. */
function withSearches(usage: Usage, tail: Buffer, onFlaw: OnFlaw | undefined): Usage {
  if (usage.searchUnits !== null) return usage
  const searches = findUsage(tail, true, '"tool_usage"')?.['web_search']
  if (typeof searches !== 'object' || searches === null || !('num_requests' in searches)) return usage
  const counted = usageFrom({ search_units: searches.num_requests }, onFlaw)
  return { ...usage, searchUnits: counted?.searchUnits ?? null }
}

/**
 * For pass-through responses: Gemini repeats its counts in every event, Bedrock adds its own counts for every model,
 * and Cohere's rerank counts searches.
 */
function readOtherUsage(tail: Buffer, onFlaw: OnFlaw | undefined): Usage | null {
  const gemini = findUsage(tail, true, '"usageMetadata"')
  if (gemini) return usageFrom(gemini, onFlaw)
  const invoked = findUsage(tail, true, '"amazon-bedrock-invocationMetrics"')
  if (invoked) return usageFrom(invoked, onFlaw)
  const billed = findUsage(tail, true, '"billed_units"')
  return billed && usageFrom(billed, onFlaw)
}

/** The model that the provider reports. It is near the start in every known format. */
export function readModel(head: Uint8Array): string | null {
  const bytes = asBuffer(head.length > MODEL_WITHIN_BYTES ? head.subarray(0, MODEL_WITHIN_BYTES) : head)
  const plain = bytes.indexOf('"model"')
  const at = plain < 0 ? bytes.indexOf('"modelVersion"') : plain
  return at < 0 ? null : (MODEL.exec(bytes.toString('utf8', at, at + MODEL_BYTES))?.[1] ?? null)
}

type Found = Readonly<Record<string, unknown>>

const MARK = '"usage"'
const MAX_TRIES = 8
/** Large enough for Anthropic, which lists every step of a long response in the usage object. */
const MAX_OBJECT_BYTES = 16 * 1024
/** Most usage objects are shorter. */
const NEAR_BYTES = 400

function findUsage(bytes: Buffer, fromEnd: boolean, mark: string): Found | null {
  let at = fromEnd ? bytes.lastIndexOf(mark) : bytes.indexOf(mark)
  for (let tries = 0; at >= 0 && tries < MAX_TRIES; tries++) {
    const object = objectAfter(bytes, at + mark.length)
    if (object) return object
    at = fromEnd ? (at === 0 ? -1 : bytes.lastIndexOf(mark, at - 1)) : bytes.indexOf(mark, at + 1)
  }
  return null
}

function objectAfter(bytes: Buffer, from: number): Found | null {
  const end = Math.min(bytes.length, from + MAX_OBJECT_BYTES)
  const near = objectIn(bytes.toString('latin1', from, Math.min(end, from + NEAR_BYTES)))
  return near === undefined ? (objectIn(bytes.toString('latin1', from, end)) ?? null) : near
}

const OPENING = /^\s*:\s*\{/

/** The object at the start of the text; null if there is none, undefined if its end is not in the text. */
function objectIn(text: string): Found | null | undefined {
  const open = OPENING.exec(text)
  if (!open) return null
  let depth = 0
  for (let i = open[0].length - 1; i < text.length; i++) {
    if (text[i] === '{') depth++
    else if (text[i] === '}' && --depth === 0) return parse(text.slice(open[0].length - 1, i + 1))
  }
  return undefined
}

function parse(text: string): Found | null {
  try {
    return JSON.parse(text) as Found
  } catch {
    return null
  }
}

/** Recognises usage and model in an answer's bytes without parsing the answer. */

import type { OnFlaw } from '../../core/money/usage-counts.ts'
import { type Usage, usageFrom } from '../../core/usage.ts'
import { asBuffer } from '../relay/capture.ts'

const MODEL_BYTES = 300
const MODEL_WITHIN_BYTES = 4096
const MODEL = /"model(?:Version)?"\s*:\s*"((?:[^"\\]|\\.){1,256})"/

/**
 * The usage object that counts: the last one (a stream repeats `"usage": null` before it), completed by the first
 * (Anthropic tells the input at the start, the output at the end, and how long its cache keeps things at the start only).
 * Inside a JSON string the quotes are escaped, so a model's own words cannot pass for usage.
 */
export function readUsage(head: Uint8Array, tail: Uint8Array, onFlaw?: OnFlaw): Usage | null {
  const end = asBuffer(tail)
  const last = findUsage(end, true, MARK)
  // Whoever tells a total tells all; the others may have told the rest before.
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

/** OpenAI's Responses count the searches of the web beside the usage. */
function withSearches(usage: Usage, tail: Buffer, onFlaw: OnFlaw | undefined): Usage {
  if (usage.searchUnits !== null) return usage
  const searches = findUsage(tail, true, '"tool_usage"')?.['web_search']
  if (typeof searches !== 'object' || searches === null || !('num_requests' in searches)) return usage
  const counted = usageFrom({ search_units: searches.num_requests }, onFlaw)
  return { ...usage, searchUnits: counted?.searchUnits ?? null }
}

/** Pass-through answers: Gemini repeats its counts in every event, Bedrock counts for every model, Cohere's rerank counts searches. */
function readOtherUsage(tail: Buffer, onFlaw: OnFlaw | undefined): Usage | null {
  const gemini = findUsage(tail, true, '"usageMetadata"')
  if (gemini) return usageFrom(gemini, onFlaw)
  const invoked = findUsage(tail, true, '"amazon-bedrock-invocationMetrics"')
  if (invoked) return usageFrom(invoked, onFlaw)
  const billed = findUsage(tail, true, '"billed_units"')
  return billed && usageFrom(billed, onFlaw)
}

/** The model the provider says it used; it stands near the start in every format we know. */
export function readModel(head: Uint8Array): string | null {
  const bytes = asBuffer(head.length > MODEL_WITHIN_BYTES ? head.subarray(0, MODEL_WITHIN_BYTES) : head)
  const plain = bytes.indexOf('"model"')
  const at = plain < 0 ? bytes.indexOf('"modelVersion"') : plain
  return at < 0 ? null : (MODEL.exec(bytes.toString('utf8', at, at + MODEL_BYTES))?.[1] ?? null)
}

type Found = Readonly<Record<string, unknown>>

const MARK = '"usage"'
const MAX_TRIES = 8
/** Anthropic lists every step of a long answer in it. */
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

/** The object at the start of the text; null when there is none, undefined when its end is not in the text. */
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

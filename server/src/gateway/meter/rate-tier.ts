/** Which service tier a call asked for and was served in: the same model costs half in one and twice as much in another. */

import type { Target } from '../../config/plan.ts'
import type { HeaderMap } from '../../core/headers.ts'
import { isObject } from '../../core/money/usage-counts.ts'
import type { Capture } from '../answer/capture.ts'
import type { Exchange } from '../exchange.ts'

const STANDARD: ReadonlySet<string> = new Set([
  'auto',
  'default',
  'standard',
  'standard_only',
  'on_demand',
  'scale',
  'provisioned_throughput',
])
const CHEAPER: ReadonlySet<string> = new Set(['batch', 'flex'])

const MARKS = ['"service_tier"', '"serviceTier"', '"trafficType"', '"speed"'] as const
const VALUE = /^\s*:\s*(?:\{\s*"type"\s*:\s*)?"([A-Za-z_]{1,32})"/
const VALUE_BYTES = 96
/** A stream repeats it in every event. */
const MAX_MARKS = 256
/** It stands near the end, or (Anthropic's streams) in the first event. */
const LAST_BYTES = 16 * 1024
const FIRST_BYTES = 4_096
/** Events at the end of a stream, and at its start, that are read. */
const MAX_EVENTS = 8

/** Headers by which a cloud is asked for a tier. */
const TIER_HEADERS: Readonly<Record<string, string>> = {
  'vertex-ai': 'x-vertex-ai-llm-shared-request-type',
  bedrock: 'x-amzn-bedrock-service-tier',
}

type Params = Readonly<Record<string, unknown>> | null

/** In lower case; null when the request does not say. */
export function askedTier(provider: string, params: Params, headers: HeaderMap): string | null {
  if (params?.['speed'] === 'fast') return 'fast'
  return nameOf(params?.['service_tier'] ?? params?.['serviceTier'] ?? headers[TIER_HEADERS[provider] ?? ''])
}

/** The tier that counts; null: the standard one. */
export function serviceTierOf(exchange: Exchange, target: Target | null, answer: Capture): string | null {
  const asked = target && askedTier(target.provider.slug, paramsOf(exchange, target), exchange.incoming.headers)
  const wished = asked === null || STANDARD.has(asked) ? null : asked
  const [head, tail] = [answer.head(), answer.tail()]
  const marks = [...marksIn(tail.subarray(-LAST_BYTES)), ...marksIn(head.subarray(0, FIRST_BYTES))]
  // Nearly every call: standard was asked for, and nothing else is told.
  if (wished === null && marks.every((mark) => STANDARD.has(mark))) return null
  const told = toldIn(head, tail)
  // What cannot be read for certain changes nothing about what was asked for.
  if (told === null) return wished ?? marks.find((mark) => !STANDARD.has(mark) && !CHEAPER.has(mark)) ?? null
  if (STANDARD.has(told)) return null
  // Nobody gets a discount that was not asked for: texts of an answer could pass for it.
  return CHEAPER.has(told) && told !== wished ? null : told
}

/** As they were sent: what the target sets, then the caller's own, then the target's defaults. */
function paramsOf({ params }: Exchange, { changes }: Target): Params {
  if (!changes) return params
  const sent: Record<string, unknown> = { ...Object.fromEntries(changes.defaults), ...params }
  for (const [key, value] of changes.overrides) sent[key] = value
  for (const [key, ...inside] of changes.drops) if (inside.length === 0) delete sent[String(key)]
  return sent
}

/** Every value that could be a tier's. */
function marksIn(bytes: Buffer): string[] {
  const found: string[] = []
  for (const mark of MARKS) {
    for (let at = bytes.indexOf(mark); at >= 0 && found.length < MAX_MARKS; at = bytes.indexOf(mark, at + 1)) {
      const from = at + mark.length
      const name = nameOf(VALUE.exec(bytes.toString('latin1', from, from + VALUE_BYTES))?.[1])
      if (name !== null) found.push(name)
    }
  }
  return found
}

/** Read from the members where a tier stands; the same words inside a tool's input or echoed metadata do not count. */
function toldIn(head: Buffer, tail: Buffer): string | null {
  const whole = head === tail ? tierIn(parsed(head)) : null
  if (whole !== null) return whole
  for (const event of eventsIn(tail).slice(-MAX_EVENTS).reverse()) {
    const tier = tierIn(parsed(event))
    if (tier !== null) return tier
  }
  for (const event of eventsIn(head.subarray(0, LAST_BYTES)).slice(0, MAX_EVENTS)) {
    const tier = tierIn(parsed(event))
    if (tier !== null) return tier
  }
  return null
}

function eventsIn(bytes: Buffer): string[] {
  const lines = bytes.subarray(-LAST_BYTES).toString('utf8').split('\n')
  return lines.flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length)] : []))
}

function parsed(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString())
  } catch {
    return null
  }
}

function tierIn(document: unknown): string | null {
  if (!isObject(document)) return null
  const { usage, message, response, usageMetadata } = document
  // Anthropic's speed and tier are two members; the speed is what costs more.
  for (const counted of [usage, isObject(message) ? message['usage'] : null])
    if (isObject(counted) && counted['speed'] === 'fast') return 'fast'
  for (const place of [document, response, usage, isObject(message) ? message['usage'] : null, usageMetadata]) {
    if (!isObject(place)) continue
    const tier = nameOf(place['service_tier'] ?? place['serviceTier'] ?? place['trafficType'])
    if (tier !== null) return tier
  }
  return null
}

/** `"flex"`, Bedrock's `{"type": "flex"}`, Vertex's `ON_DEMAND_FLEX`. */
function nameOf(value: unknown): string | null {
  const text = isObject(value) ? value['type'] : value
  if (typeof text !== 'string' || text === '') return null
  const name = text.toLowerCase().slice(0, 32)
  return name.startsWith('on_demand_') ? name.slice('on_demand_'.length) : name
}

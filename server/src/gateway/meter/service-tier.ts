/** The service tier that a request named and the one that served it. Tiers can halve or double the price of a model. */

import type { Target } from '../../config/plan.ts'
import type { HeaderMap } from '../../core/headers.ts'
import { isObject } from '../../core/json.ts'
import type { Capture } from '../relay/capture.ts'

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
/** Limits the search, because a stream repeats the member in every event. */
const MAX_MARKS = 256
/** The member is near the end, or (in Anthropic's streams) in the first event. */
const LAST_BYTES = 16 * 1024
const FIRST_BYTES = 4_096
/** Events that are parsed at the end of a stream, and at its start. */
const MAX_EVENTS = 8

/** Headers that request a tier. */
const TIER_HEADERS: Readonly<Record<string, string>> = {
  'vertex-ai': 'x-vertex-ai-llm-shared-request-type',
  bedrock: 'x-amzn-bedrock-service-tier',
}

type Params = Readonly<Record<string, unknown>> | null

/** In lower case; null if the request does not name a tier. */
export function requestedTier(provider: string, params: Params, headers: HeaderMap): string | null {
  if (params?.['speed'] === 'fast') return 'fast'
  return nameOf(params?.['service_tier'] ?? params?.['serviceTier'] ?? headers[TIER_HEADERS[provider] ?? ''])
}

/** The tier to charge for; null: the standard one. `params` and `headers` are the caller's. */
export function serviceTierOf(
  params: Params,
  headers: HeaderMap,
  target: Target | null,
  captured: Capture,
): string | null {
  const named = target && requestedTier(target.provider.slug, sentParams(params, target), headers)
  const requested = named === null || STANDARD.has(named) ? null : named
  const [head, tail] = [captured.head(), captured.tail()]
  const marks = [...marksIn(tail.subarray(-LAST_BYTES)), ...marksIn(head.subarray(0, FIRST_BYTES))]
  // Nearly every response: no other tier was requested, and none is mentioned.
  if (requested === null && marks.every((mark) => STANDARD.has(mark))) return null
  const reported = reportedTier(head, tail)
  // If the reported tier cannot be read for certain, the requested one counts.
  if (reported === null) return requested ?? marks.find((mark) => !STANDARD.has(mark) && !CHEAPER.has(mark)) ?? null
  if (STANDARD.has(reported)) return null
  // A cheaper tier counts only if it was requested: the text of a response could imitate the member.
  return CHEAPER.has(reported) && reported !== requested ? null : reported
}

/**
 * The parameters as they were sent: the target's overrides win over the caller's parameters, which win over the
 * target's defaults.
 */
function sentParams(params: Params, { changes }: Target): Params {
  if (!changes) return params
  const sent: Record<string, unknown> = { ...Object.fromEntries(changes.defaults), ...params }
  for (const [key, value] of changes.overrides) sent[key] = value
  for (const [key, ...inside] of changes.drops) if (inside.length === 0) delete sent[String(key)]
  return sent
}

/** Every value of a member that may hold a tier. */
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

/** Parses the members that hold a tier. The same names inside a tool's input or echoed metadata do not count. */
function reportedTier(head: Buffer, tail: Buffer): string | null {
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
  // Anthropic has separate members for speed and tier; the fast speed costs more.
  for (const counted of [usage, isObject(message) ? message['usage'] : null])
    if (isObject(counted) && counted['speed'] === 'fast') return 'fast'
  for (const holder of [document, response, usage, isObject(message) ? message['usage'] : null, usageMetadata]) {
    if (!isObject(holder)) continue
    const tier = nameOf(holder['service_tier'] ?? holder['serviceTier'] ?? holder['trafficType'])
    if (tier !== null) return tier
  }
  return null
}

/** Reads `"flex"`, Bedrock's `{"type": "flex"}` and Vertex's `ON_DEMAND_FLEX`. */
function nameOf(value: unknown): string | null {
  const text = isObject(value) ? value['type'] : value
  if (typeof text !== 'string' || text === '') return null
  const name = text.toLowerCase().slice(0, 32)
  return name.startsWith('on_demand_') ? name.slice('on_demand_'.length) : name
}

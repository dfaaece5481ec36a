/** Which class of service an answer was given in: the same model costs half in one and twice as much in another. */

import type { Capture } from '../answer/capture.ts'
import type { Exchange } from '../exchange.ts'

/** Anything else is the ordinary service. */
export type ServiceTier = 'batch' | 'flex' | 'priority' | 'fast'

const TIERS: ReadonlySet<string> = new Set(['batch', 'flex', 'priority', 'fast'])
const MARKS = ['"service_tier"', '"serviceTier"'] as const
const VALUE = /^\s*:\s*"([A-Za-z_]{1,32})"/
const VALUE_BYTES = 64
/** It stands near the end, or (Anthropic's streams) in the first event. */
const LAST_BYTES = 4_096
const FIRST_BYTES = 4_096

/** As the answer tells it: a provider may serve another tier than was asked for. Null: the ordinary one. */
export function serviceTierOf({ params }: Exchange, answer: Capture): ServiceTier | null {
  if (params?.['speed'] === 'fast') return 'fast'
  const [head, tail] = [answer.head(), answer.tail()]
  const isSeenWhole = head === tail && tail.length <= LAST_BYTES
  const told = toldIn(tail.subarray(-LAST_BYTES)) ?? (isSeenWhole ? null : toldIn(head.subarray(0, FIRST_BYTES)))
  const asked = params?.['service_tier']
  const tier = told ?? (typeof asked === 'string' ? asked : '')
  return TIERS.has(tier) ? (tier as ServiceTier) : null
}

/** The last one: a stream may say `auto` before it knows better. */
function toldIn(buffer: Buffer): string | null {
  for (const mark of MARKS) {
    const at = buffer.lastIndexOf(mark)
    if (at < 0) continue
    const from = at + mark.length
    const value = VALUE.exec(buffer.toString('latin1', from, from + VALUE_BYTES))?.[1]
    if (value !== undefined) return value.toLowerCase()
  }
  return null
}

/** Splits a provider's stream into events and parses them as JSON. Large events are left for a worker to parse. */

import { GatewayError } from '../../core/errors.ts'
import type { Framing, JsonObject } from '../dialect.ts'
import { isObject } from '../json.ts'
import { AwsEventFrames, readFrame } from './aws-event-frames.ts'
import { SseEvents } from './sse-events.ts'

/** `data` is null if it is not a JSON object, such as `[DONE]`. */
export type StreamEvent = { readonly name: string; readonly data: JsonObject | null }

export type LargeEvent = { readonly name: string; readonly text: string } | { readonly frame: Uint8Array }

/**
 * Larger events are rejected, because transferring an event from a worker takes time per value: 40 ms for 100,000. An
 * image is one value.
 */
const MAX_VALUES = 100_000

type IsLarge = (event: { readonly length: number }) => boolean

export function eventReader(
  framing: Framing,
  isLarge: IsLarge,
): (chunk: Uint8Array) => readonly (StreamEvent | LargeEvent)[] {
  if (framing === 'aws-event-stream') {
    const frames = new AwsEventFrames<StreamEvent | LargeEvent>((frame) =>
      isLarge(frame) ? { frame: frame.slice() } : readFrame(frame),
    )
    return (chunk) => frames.push(chunk)
  }
  const events = new SseEvents()
  return (chunk) =>
    events.push(chunk).map(({ name, data }) => (isLarge(data) ? { name, text: data } : { name, data: parse(data) }))
}

export function readLargeEvent(event: LargeEvent): StreamEvent {
  const read = 'frame' in event ? readFrame(event.frame) : { name: event.name, data: parse(event.text) }
  if (countValues(read.data, 0) <= MAX_VALUES) return read
  throw new GatewayError('upstream_broken', {
    message: `The provider sent an event of more than ${MAX_VALUES} values.`,
  })
}

/** Stops counting above the limit. */
function countValues(value: unknown, counted: number): number {
  let count = counted + 1
  if (typeof value !== 'object' || value === null) return count
  for (const name in value) {
    if (count > MAX_VALUES) return count
    count = countValues((value as JsonObject)[name], count)
  }
  return count
}

function parse(data: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(data)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

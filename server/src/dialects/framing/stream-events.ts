/** The events of a provider's stream, read as JSON. Large ones are left for a worker to read. */

import { GatewayError } from '../../core/errors.ts'
import type { Framing, JsonObject } from '../dialect.ts'
import { AwsEventFrames, readFrame } from './aws-event-frames.ts'
import { isObject } from './json-shape.ts'
import { SseEvents } from './sse-events.ts'

/** Without data that a decoder could use, such as `[DONE]`, `data` is null. */
export type StreamEvent = { readonly name: string; readonly data: JsonObject | null }

export type LargeEvent = { readonly name: string; readonly text: string } | { readonly frame: Uint8Array }

/** A worker hands the event over in time that grows with its values. An image is one; 100,000 take 40 ms. */
const MAX_VALUES = 100_000

type IsLarge = (event: { readonly length: number }) => boolean

/** Cuts chunks into events. */
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

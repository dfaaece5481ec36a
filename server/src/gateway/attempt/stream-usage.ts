/** Requests the usage of a stream if the caller did not, and removes the extra chunk from the stream. */

import { type JsonObject, parseObject, setMembers } from '../../core/body/json-text.ts'
import type { EndpointName } from '../../core/endpoints.ts'
import { isObject } from '../../core/json.ts'
import { ResponseBody } from '../relay/response-body.ts'

const COUNTED: ReadonlySet<EndpointName> = new Set(['chat.completions', 'completions'])

/** Larger events are not usage chunks. */
const MAX_HELD_BYTES = 256 * 1024

/**
 * The usage that the provider of a translated response reports, in the provider's format. A stream updates this object.
 */
export class TranslatedUsage {
  counted: JsonObject | null = null
  /** The model that the provider reports. */
  model: string | null = null
  /** False while the counts may still grow. */
  isFinal = false
  /** True if the provider has finished its output. The caller's format may not show this before the usage arrives. */
  isFinished = false
}

/**
 * The body with `include_usage: true`; null if the caller has set it to true, or if the response is not a stream. A
 * caller that sets it to false gets no usage chunk, but its usage is counted. Values of a wrong type are left to the
 * provider.
 */
export function withUsageRequested(endpoint: EndpointName, bytes: Uint8Array, params: JsonObject): Uint8Array | null {
  if (!COUNTED.has(endpoint) || params['stream'] !== true) return null
  const options = params['stream_options'] ?? {}
  if (!isObject(options) || !wantsNoUsage(options['include_usage'])) return null
  return setMembers(bytes, new Map([['stream_options', { ...options, include_usage: true }]]))
}

/** `value`: `stream_options.include_usage` of the request. */
export function wantsNoUsage(value: unknown): boolean {
  return value === undefined || value === null || value === false
}

/** The stream without its usage chunk (`"choices":[]`). `onUsage` gets the usage instead. */
export function hideUsage(source: ResponseBody, onUsage: (usage: unknown) => void): ResponseBody {
  const filter = new UsageFilter(onUsage)
  return new ResponseBody(async () => {
    for (;;) {
      const chunk = await source.read()
      const passed = chunk === null ? filter.rest() : filter.push(chunk)
      if (passed.length > 0) return passed
      if (chunk === null) return null
    }
  })
}

const NOTHING = Buffer.alloc(0)
/** A separator of events has up to four bytes, so up to three may be at the end of the previous chunk. */
const SPLIT_BYTES = 3

class UsageFilter {
  /** The incomplete event. It contains no separator yet, so only new bytes are searched for one. */
  #held: Buffer = NOTHING
  #heldBytes = 0

  constructor(private readonly onUsage: (usage: unknown) => void) {}

  push(chunk: Uint8Array): Uint8Array {
    const searched = Math.max(0, this.#heldBytes - SPLIT_BYTES)
    const data = this.#append(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
    const last = endOfLastEvent(data.subarray(searched))
    const end = last === 0 ? 0 : searched + last
    if (data.length - end > MAX_HELD_BYTES) {
      this.#drop()
      return data
    }
    if (end === 0) {
      // Copied: a few bytes must not keep the network buffer alive.
      if (this.#heldBytes === 0) this.#hold(data)
      return NOTHING
    }
    this.#drop()
    if (end < data.length) this.#hold(data.subarray(end))
    const whole = data.subarray(0, end)
    return whole.includes('"choices":[]') || whole.includes('"choices": []') ? this.#withoutUsage(whole) : whole
  }

  rest(): Uint8Array {
    const rest = this.#held.subarray(0, this.#heldBytes)
    this.#drop()
    return rest
  }

  /** The incomplete event and the chunk. Doubling the buffer keeps the copying linear, however small the chunks are. */
  #append(chunk: Buffer): Buffer {
    if (this.#heldBytes === 0) return chunk
    const needed = this.#heldBytes + chunk.length
    if (needed > this.#held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#held.length * 2))
      larger.set(this.#held.subarray(0, this.#heldBytes))
      this.#held = larger
    }
    this.#held.set(chunk, this.#heldBytes)
    this.#heldBytes = needed
    return this.#held.subarray(0, needed)
  }

  #hold(bytes: Buffer): void {
    this.#held = Buffer.from(bytes)
    this.#heldBytes = bytes.length
  }

  #drop(): void {
    this.#held = NOTHING
    this.#heldBytes = 0
  }

  #withoutUsage(whole: Buffer): Uint8Array {
    const kept: Buffer[] = []
    let start = 0
    // Each separator is searched again only after `start` has passed it, so an absent one is searched for only once.
    let plain = -1
    let carriage = -1
    while (start < whole.length) {
      if (plain < start) plain = indexOrEnd(whole, '\n\n', start)
      if (carriage < start) carriage = indexOrEnd(whole, '\r\n\r\n', start)
      const end = Math.min(whole.length, plain < carriage ? plain + 2 : carriage + 4)
      const event = whole.subarray(start, end)
      const usage = usageOf(event)
      if (usage === null) kept.push(event)
      else this.onUsage(usage)
      start = end
    }
    return Buffer.concat(kept)
  }
}

function usageOf(event: Buffer): unknown {
  const data = event.indexOf('data:')
  if (data < 0) return null
  const value = parseObject(event.subarray(data + 5))
  if (typeof value === 'string' || !Array.isArray(value['choices']) || value['choices'].length > 0) return null
  return value['usage'] ?? null
}

function endOfLastEvent(data: Buffer): number {
  const plain = data.lastIndexOf('\n\n')
  const carriage = data.lastIndexOf('\r\n\r\n')
  return Math.max(plain < 0 ? 0 : plain + 2, carriage < 0 ? 0 : carriage + 4)
}

function indexOrEnd(data: Buffer, mark: string, start: number): number {
  const at = data.indexOf(mark, start)
  return at < 0 ? data.length : at
}

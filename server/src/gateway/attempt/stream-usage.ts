/** Counts streams whose caller wants no usage: asks the provider for it, and keeps the extra chunk to ourselves. */

import { type JsonObject, parseObject, setMembers } from '../../core/body/json-text.ts'
import type { EndpointName } from '../../core/endpoints.ts'
import { isObject } from '../../core/money/usage-counts.ts'
import { ResponseBody } from '../relay/response-body.ts'

const COUNTED: ReadonlySet<EndpointName> = new Set(['chat.completions', 'completions'])

/** An event that is larger than this is not a usage chunk. */
const MAX_HELD_BYTES = 256 * 1024

/** What the provider of a translated response has counted, in its own words. A stream updates it until it ends. */
export class TranslatedUsage {
  counted: JsonObject | null = null
  /** The model it says it used. */
  model: string | null = null
  /** False while the provider may still count on. */
  isFinal = false
  /** True when the provider has ended its text; the caller's format may say so only together with the usage. */
  isFinished = false
}

/**
 * The body with `include_usage: true`; null when the caller asks for usage by itself, or there is no stream. A caller that
 * wants none gets none, but cannot keep us from counting. Values of a wrong type are for the provider to refuse.
 */
export function withUsageAsked(endpoint: EndpointName, bytes: Uint8Array, params: JsonObject): Uint8Array | null {
  if (!COUNTED.has(endpoint) || params['stream'] !== true) return null
  const options = params['stream_options'] ?? {}
  if (!isObject(options) || !wantsNoUsage(options['include_usage'])) return null
  return setMembers(bytes, new Map([['stream_options', { ...options, include_usage: true }]]))
}

/** Of a value of `stream_options.include_usage`. */
export function wantsNoUsage(asked: unknown): boolean {
  return asked === undefined || asked === null || asked === false
}

/** The stream without its usage chunk (`"choices":[]`), which goes to `onUsage` instead. */
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
/** An end mark of an event has up to four bytes, of which three may have come before. */
const SPLIT_BYTES = 3

class UsageFilter {
  /** What has come of an event that is not whole yet: it has no end mark, so only what is added to it is searched. */
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
      // The network's buffer must not be held on to for the sake of a few bytes.
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

  /** All that is held and the chunk. Doubling keeps the copying linear, however small the chunks are. */
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
    // Each mark is searched again only when it is passed: looking for one that never comes would take quadratic time.
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

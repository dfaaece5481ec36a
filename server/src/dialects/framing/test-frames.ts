/** Writes AWS's binary event frames for tests. */

import { EventStreamCodec } from '@smithy/eventstream-codec'

const codec = new EventStreamCodec(
  (bytes) => new TextDecoder().decode(bytes as Uint8Array),
  (text) => new TextEncoder().encode(text),
)

export function frame(headers: Readonly<Record<string, string>>, body: string): Uint8Array {
  const typed = Object.entries(headers).map(([name, value]) => [name, { type: 'string' as const, value }])
  return codec.encode({ headers: Object.fromEntries(typed), body: Buffer.from(body) })
}

export function eventFrame(name: string, data: unknown): Uint8Array {
  const headers = { ':event-type': name, ':content-type': 'application/json', ':message-type': 'event' }
  return frame(headers, JSON.stringify(data))
}

export function exceptionFrame(type: string, data: unknown): Uint8Array {
  const headers = { ':exception-type': type, ':content-type': 'application/json', ':message-type': 'exception' }
  return frame(headers, JSON.stringify(data))
}

/** Selects the wire format by the path of a request, and implements the HTTP framing that all formats share. */

import { STATUS_CODES } from 'node:http'
import { anthropicEvents, anthropicMessage } from './anthropic-wire.ts'
import { chatCompletion, chatEvents, completionEvents, type Events, textCompletion } from './openai-wire.ts'
import type { ReceivedRequest } from './received-request.ts'

type HeaderPairs = readonly (readonly [name: string, value: string])[]

/** The request's JSON body, or an empty object if it has none. */
export function bodyOf(request: ReceivedRequest): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(request.text)
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** A complete response with `text` as its content. */
export function completionOf(request: ReceivedRequest, text: string): object {
  const body = bodyOf(request)
  if (request.path.endsWith('/messages')) return anthropicMessage(body, text)
  if (request.path.endsWith('/chat/completions')) return chatCompletion(body, text)
  if (request.path.endsWith('/completions')) return textCompletion(body, text)
  return chatCompletion(body, text)
}

export function eventsOf(request: ReceivedRequest): Events {
  const body = bodyOf(request)
  if (request.path.endsWith('/messages')) return anthropicEvents(body)
  if (request.path.endsWith('/completions') && !request.path.endsWith('/chat/completions')) {
    return completionEvents(body)
  }
  return chatEvents(body)
}

export function headOf(status: number, headers: HeaderPairs): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Simulated'}\r\n${lines}\r\n`
}

/** One chunk of chunked transfer encoding. */
export function chunkOf(data: string | Uint8Array): Uint8Array {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'utf8') : data
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
}

export const LAST_CHUNK = '0\r\n\r\n'

/**
 * Turns the events of a translated stream into a JSON array, for callers of streamGenerateContent without `alt=sse`.
 */

import { SseEvents } from '../../dialects/framing/sse-events.ts'
import type { ProviderResponse } from '../attempt/provider-response.ts'
import type { RequestHead } from '../request.ts'
import { asBuffer } from './capture.ts'
import { ResponseBody } from './response-body.ts'

const SEPARATOR = '\r\n,\r\n'

/** Returns the response unchanged unless the caller expects an array and the response is an event stream. */
export function inArray({ gemini }: RequestHead, response: ProviderResponse): ProviderResponse {
  if (gemini?.isArray !== true || !response.isEventStream) return response
  const elements = new Elements()
  const { body } = response
  const headers = { ...response.headers, 'content-type': 'application/json; charset=utf-8' }
  if (!(body instanceof ResponseBody))
    return { ...response, headers, body: Buffer.from(elements.push(body) + elements.end()) }
  let isOver = false
  const next = async () => {
    while (!isOver) {
      const chunk = await body.read()
      isOver = chunk === null
      const text = chunk === null ? elements.end() : elements.push(chunk)
      if (text !== '') return Buffer.from(text)
    }
    return null
  }
  return { ...response, headers, body: new ResponseBody(next) }
}

class Elements {
  readonly #events = new SseEvents()
  #isStarted = false

  push(chunk: Uint8Array): string {
    let text = ''
    for (const { data } of this.#events.push(chunk)) {
      text += (this.#isStarted ? SEPARATOR : '[') + data
      this.#isStarted = true
    }
    return text
  }

  end(): string {
    return this.#isStarted ? '\r\n]' : '[]'
  }
}

/** The last element of the array as an event, to find an error in it. */
export function lastElement(tail: Uint8Array): Uint8Array {
  const bytes = asBuffer(tail)
  const start = bytes.lastIndexOf(SEPARATOR)
  const text = bytes.toString('utf8', start < 0 ? 1 : start + SEPARATOR.length).replace(/\r\n\]$/, '')
  return Buffer.from(`data: ${text}\n\n`)
}

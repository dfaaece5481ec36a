/** Builds the complete response from a logged event stream, so that guardrails can be tested on it. */

import type { EndpointName } from '../core/endpoints.ts'
import { isObject, type JsonObject } from '../core/json.ts'
import { parseKeeping } from '../gateway/guard/raw-values.ts'
import type { EventBlock } from '../gateway/guard/stream/event-blocks.ts'
import { formatFor } from '../gateway/guard/stream/guard-stream.ts'
import { bytesOf } from '../gateway/guard/stream/response-texts.ts'
import type { ResponseText, StreamFormat } from '../gateway/guard/stream/stream-format.ts'

const DONE = '[DONE]'

/** Null if the format is not known, if an event is not JSON, or if the stream has no text. */
export function wholeOfStream(endpoint: EndpointName, stream: Uint8Array): JsonObject | null {
  const format = formatFor(endpoint, true)
  if (format === null) return null
  const splitter = format.splitter()
  const texts = new Map<string, ResponseText>()
  const blocks = [...splitter.push(stream)]
  const last = splitter.end()
  for (const block of last === null ? blocks : [...blocks, last]) if (!addTexts(block, format, texts)) return null
  const bytes = texts.size === 0 ? null : bytesOf(format, texts)
  return bytes && (JSON.parse(bytes.toString()) as JsonObject)
}

function addTexts({ name, data }: EventBlock, format: StreamFormat, texts: Map<string, ResponseText>): boolean {
  if (data === null || data.trim() === DONE || data.trim() === '') return true
  const event = eventIn(data, format)
  if (event === null) return false
  for (const { path, kind, isJson = false, mode, text } of format.read(name, event).slots) {
    if (mode === 'echo') continue
    const before = mode === 'delta' ? (texts.get(path)?.text ?? '') : ''
    texts.set(path, { kind, isJson, text: before + text })
  }
  return true
}

function eventIn(data: string, { rawMembers }: StreamFormat): JsonObject | null {
  try {
    const value = parseKeeping(data, rawMembers)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

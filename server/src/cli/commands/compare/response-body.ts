/** Reduces a response body to the parts on which two gateways should agree. */

import { createHash } from 'node:crypto'
import { isObject, type JsonObject, objectsOf } from '../../remote.ts'
import { readEvents } from '../logs/read-events.ts'
import { streamText } from '../logs/stream-text.ts'

export type ComparableBody = {
  readonly kind: 'json' | 'stream' | 'text' | 'bytes'
  /** Without ids and times. */
  readonly value: unknown
  readonly model: string | null
  readonly inputTokens: number | null
  readonly outputTokens: number | null
}

/** Members that always differ between two responses. `model` is compared as part of the routing. */
const VOLATILE = new Set([
  'id',
  'item_id',
  'call_id',
  'tool_call_id',
  'response_id',
  'request_id',
  'trace_id',
  'created',
  'created_at',
  'completed_at',
  'expires_at',
  'system_fingerprint',
  'obfuscation',
  'model',
  'provider',
])

/** Members of an error that programs read. The error message differs between gateways. */
const ERROR_MEMBERS = ['type', 'code', 'param']
const FAILED = 400

export async function comparableBody(text: string, contentType: string, status: number): Promise<ComparableBody> {
  const none = { model: null, inputTokens: null, outputTokens: null }
  if (contentType.startsWith('text/event-stream')) return streamBody(text)
  const json = parsed(text)
  if (json === undefined) {
    const isText = /^text\/|json/.test(contentType)
    if (isText) return { kind: 'text', value: { content_type: typeOf(contentType), text }, ...none }
    const digest = createHash('sha256').update(text).digest('hex')
    return { kind: 'bytes', value: { content_type: typeOf(contentType), digest }, ...none }
  }
  const value = status >= FAILED ? errorIn(json) : stable(json)
  const top = isObject(json) ? json : {}
  return { kind: 'json', value, model: textIn(top['model']), ...tokensIn(top['usage']) }
}

function errorIn(json: unknown): unknown {
  const error = isObject(json) && isObject(json['error']) ? json['error'] : json
  if (!isObject(error)) return { error: null }
  return { error: Object.fromEntries(ERROR_MEMBERS.map((name) => [name, error[name] ?? null])) }
}

/** Drops volatile members at every depth. */
function stable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stable)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !VOLATILE.has(name))
      .map(([name, member]) => [name, name === 'embedding' ? sizeOf(member) : stable(member)]),
  )
}

/** Compares only the size, because the numbers of an embedding differ in their last digits between two calls. */
function sizeOf(embedding: unknown): unknown {
  if (Array.isArray(embedding)) return `${embedding.length} numbers`
  return typeof embedding === 'string' ? `${embedding.length} characters` : embedding
}

/** The text, the finish reasons, the event types in order of appearance, and the usage. */
async function streamBody(body: string): Promise<ComparableBody> {
  const types = new Set<string>()
  const finished: unknown[] = []
  let [model, usage]: [string | null, JsonObject] = [null, {}]
  const stream = new Blob([body.replaceAll('\r\n', '\n'), '\n\n']).stream()
  for await (const { name, data } of readEvents(stream)) {
    types.add(data === '[DONE]' ? '[DONE]' : name)
    const event = parsed(data)
    if (!isObject(event)) continue
    for (const part of [event, event['message'], event['response']].filter(isObject)) {
      model ??= textIn(part['model'])
      if (isObject(part['usage'])) usage = { ...usage, ...part['usage'] }
      for (const choice of objectsOf(part['choices']))
        if (textIn(choice['finish_reason']) !== null) finished.push(choice['finish_reason'])
    }
    const delta = isObject(event['delta']) ? event['delta'] : {}
    if (textIn(delta['stop_reason']) !== null) finished.push(delta['stop_reason'])
  }
  const value = { text: await streamText(body), finish_reasons: finished, events: [...types], usage: stable(usage) }
  return { kind: 'stream', value, model, ...tokensIn(usage) }
}

function tokensIn(usage: unknown) {
  const found = isObject(usage) ? usage : {}
  return {
    inputTokens: numberIn(found['prompt_tokens'] ?? found['input_tokens']),
    outputTokens: numberIn(found['completion_tokens'] ?? found['output_tokens']),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function typeOf(contentType: string): string {
  return contentType.replace(/;.*$/s, '').trim()
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function numberIn(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

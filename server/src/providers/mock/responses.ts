/** The mock's Responses API: create (plain or streamed), read, delete, cancel and list inputs, with limited storage. */

import { eventStream, type StreamEvent } from './event-stream.ts'
import { streamFault } from './faults.ts'
import * as reply from './reply.ts'
import type { WorkspaceStore } from './store.ts'

type Stored = { readonly response: reply.JsonObject; readonly input: unknown }

const RESPONSE = 'resp_'

/** Stores the response unless `store` is null or the body contains `store: false`. */
export function createResponse(body: reply.JsonObject, store: WorkspaceStore | null, bodyBytes: number): Response {
  const input = body['input']
  const model = reply.readText(body['model']) ?? 'mock'
  const prompt = reply.textOf(Array.isArray(input) ? input.at(-1) : input)
  const { text, isCut } = reply.limitTokens(reply.composeAnswer(prompt), reply.readCount(body['max_output_tokens']))
  const message = outputMessage(text)
  const head = {
    id: reply.newId(RESPONSE),
    object: 'response',
    created_at: reply.nowSeconds(),
    model,
    error: null,
    instructions: body['instructions'] ?? null,
    metadata: body['metadata'] ?? {},
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
  }
  const whole = {
    ...head,
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    output: [message],
    usage: countUsage(reply.textOf([body['instructions'], input]), text),
  }
  if (body['store'] !== false) store?.put(head.id, { response: whole, input } satisfies Stored, bodyBytes + text.length)
  if (body['stream'] !== true) return reply.json(whole)
  const started = { ...head, status: 'in_progress', incomplete_details: null, output: [], usage: null }
  return eventStream(streamEvents(started, whole, message, text), streamFault(model))
}

/** `/responses/{id}` and the paths below it. */
export function answerStoredResponse(method: string, id: string, rest: string, store: WorkspaceStore): Response {
  const entry = id.startsWith(RESPONSE) ? (store.get(id) as Stored | undefined) : undefined
  if (!entry) return reply.failure(404, `Response with id '${id}' not found.`, 'not_found')
  if (method === 'GET' && rest === '') return reply.json(entry.response)
  if (method === 'POST' && rest === '/cancel') return reply.json({ ...entry.response, status: 'cancelled' })
  if (method === 'GET' && rest === '/input_items') return reply.json(listInputs(entry.input))
  if (method !== 'DELETE' || rest !== '') return reply.failure(404, 'Unknown request URL.', 'unknown_url')
  store.delete(id)
  return reply.json({ id, object: 'response', deleted: true })
}

type OutputMessage = ReturnType<typeof outputMessage>

function outputMessage(text: string) {
  const part = { type: 'output_text', text, annotations: [] }
  return { id: reply.newId('msg_'), type: 'message', status: 'completed', role: 'assistant', content: [part] }
}

function streamEvents(
  started: reply.JsonObject,
  whole: reply.JsonObject,
  message: OutputMessage,
  text: string,
): readonly StreamEvent[] {
  const ids = { item_id: message.id, output_index: 0, content_index: 0 }
  const item = { output_index: 0, item: message }
  const bodies: readonly (readonly [string, reply.JsonObject])[] = [
    ['response.created', { response: started }],
    ['response.in_progress', { response: started }],
    ['response.output_item.added', { output_index: 0, item: { ...message, status: 'in_progress', content: [] } }],
    ['response.content_part.added', { ...ids, part: { type: 'output_text', text: '', annotations: [] } }],
    ...reply.splitPieces(text).map((delta) => ['response.output_text.delta', { ...ids, delta }] as const),
    ['response.output_text.done', { ...ids, text }],
    ['response.content_part.done', { ...ids, part: message.content[0] }],
    ['response.output_item.done', item],
    [whole['status'] === 'completed' ? 'response.completed' : 'response.incomplete', { response: whole }],
  ]
  return bodies.map(([name, body], index) => ({ name, data: { type: name, sequence_number: index, ...body } }))
}

function listInputs(input: unknown): reply.JsonObject {
  const entries: readonly unknown[] = Array.isArray(input) ? input : [{ role: 'user', content: input }]
  const data = entries.map((entry, index) => {
    const { role, content } = reply.isObject(entry) ? entry : { role: 'user', content: entry }
    const parts = [{ type: 'input_text', text: reply.textOf(content) }]
    return { id: `msg_${index}`, type: 'message', role: role ?? 'user', content: parts }
  })
  return { object: 'list', data, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null, has_more: false }
}

function countUsage(input: string, output: string): reply.JsonObject {
  const inputTokens = Math.max(1, reply.countTokens(input))
  const outputTokens = reply.countTokens(output)
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  }
}

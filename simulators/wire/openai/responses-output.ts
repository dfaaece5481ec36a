/** OpenAI's response object and its events, see https://platform.openai.com/docs/api-reference/responses-streaming. */

import { piecesOf, SIGNATURES, type SimulatedReply, USAGE } from '../reply-content.ts'
import { event } from '../sse.ts'
import type { JsonObject, WireReply } from '../wire-server.ts'
import type { ResponsesAsked } from './responses-request.ts'

const usage = {
  input_tokens: USAGE.prompt,
  input_tokens_details: { cached_tokens: USAGE.cacheRead },
  output_tokens: USAGE.completion,
  output_tokens_details: { reasoning_tokens: USAGE.reasoning },
  total_tokens: USAGE.prompt + USAGE.completion,
}

export function writeResponse(said: SimulatedReply, { model, isStream }: ResponsesAsked): WireReply {
  const output = itemsOf(said)
  const whole = responseOf(model, 'completed', output, usage)
  if (!isStream) return { status: 200, json: whole }
  const events: JsonObject[] = [
    { type: 'response.created', response: responseOf(model, 'in_progress', [], null) },
    ...output.flatMap((item, index) => eventsOf(item, index)),
    said.breaksOff
      ? { type: 'error', code: 'server_error', message: 'The server had an error.', param: null }
      : { type: 'response.completed', response: whole },
  ]
  const pieces = events.map((one, index) => event(String(one['type']), { ...one, sequence_number: index }))
  return { type: 'text/event-stream; charset=utf-8', pieces }
}

function responseOf(model: string, status: string, output: readonly JsonObject[], used: object | null): JsonObject {
  return {
    id: 'resp_67ccd3a9da748190baa7f1570fe91ac6',
    object: 'response',
    created_at: 1_741_476_777,
    status,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model,
    output,
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    usage: used,
  }
}

function itemsOf(said: SimulatedReply): JsonObject[] {
  const items: JsonObject[] = []
  if (said.thought !== null) {
    const summary = [{ type: 'summary_text', text: said.thought }]
    items.push({ id: 'rs_01', type: 'reasoning', summary, encrypted_content: SIGNATURES.openai })
  }
  if (said.text !== '') {
    const content = [{ type: 'output_text', text: said.text, annotations: [], logprobs: [] }]
    items.push({ id: 'msg_01', type: 'message', status: 'completed', role: 'assistant', content })
  }
  for (const { id, name, input } of said.calls) {
    const called = { call_id: id, name, arguments: JSON.stringify(input) }
    items.push({ id: `fc_${id}`, type: 'function_call', status: 'completed', ...called })
  }
  return items
}

function eventsOf(item: JsonObject, index: number): JsonObject[] {
  const at = { item_id: item['id'], output_index: index }
  const added = { type: 'response.output_item.added', output_index: index, item: begun(item) }
  const done = { type: 'response.output_item.done', output_index: index, item }
  if (item['type'] === 'function_call') {
    const whole = String(item['arguments'])
    const name = 'response.function_call_arguments'
    const deltas = piecesOf(whole).map((delta) => ({ type: `${name}.delta`, ...at, delta }))
    return [added, ...deltas, { type: `${name}.done`, ...at, arguments: whole, name: item['name'] }, done]
  }
  if (item['type'] !== 'message') return [added, done]
  const part = (item['content'] as JsonObject[])[0]!
  const text = String(part['text'])
  const place = { ...at, content_index: 0 }
  return [
    added,
    { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
    ...piecesOf(text).map((delta) => ({ type: 'response.output_text.delta', ...place, delta, logprobs: [] })),
    { type: 'response.output_text.done', ...place, text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part },
    done,
  ]
}

function begun(item: JsonObject): JsonObject {
  if (item['type'] === 'message') return { ...item, status: 'in_progress', content: [] }
  return item['type'] === 'function_call' ? { ...item, status: 'in_progress', arguments: '' } : item
}

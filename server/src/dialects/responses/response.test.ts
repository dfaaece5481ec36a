import { expect, test } from 'bun:test'
import type { Response } from 'openai/resources/responses/responses'
import type { JsonObject } from '../dialect.ts'
import { fromChat } from './response.ts'

const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }

function completion(message: JsonObject, finishReason = 'stop', usage: unknown = USAGE): JsonObject {
  const choice = { index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: finishReason }
  return { id: 'chatcmpl-1', object: 'chat.completion', created: 1700000000, model: 'gpt-x', choices: [choice], usage }
}

function outputOf(message: JsonObject, finishReason?: string): JsonObject[] {
  return fromChat(completion(message, finishReason), {})['output'] as JsonObject[]
}

function usageOf(usage: unknown): unknown {
  return fromChat(completion({ content: 'x' }, 'stop', usage), {})['usage']
}

type RequiredMember<T> = { [K in keyof T]-?: T extends Record<K, T[K]> ? K : never }[keyof T]

/** The compiler checks that the list is complete against the SDK's type. `output_text` is not a wire member. */
const REQUIRED: Record<Exclude<RequiredMember<Response>, 'output_text'>, true> = {
  id: true,
  created_at: true,
  error: true,
  incomplete_details: true,
  instructions: true,
  metadata: true,
  model: true,
  object: true,
  output: true,
  parallel_tool_calls: true,
  temperature: true,
  tool_choice: true,
  tools: true,
  top_p: true,
}

test('has every member that the official type requires, and no output_text', () => {
  const response = fromChat(completion({ content: 'hi' }), {})
  for (const name of Object.keys(REQUIRED)) expect(response).toHaveProperty(name)
  expect(response).not.toHaveProperty('output_text')
  expect(response).toMatchObject({ object: 'response', created_at: 1700000000, status: 'completed', model: 'gpt-x' })
  expect(response['id']).toMatch(/^resp_[0-9a-f]{32}$/)
})

test('repeats the request, with store: false', () => {
  const repeated = {
    instructions: 'Be brief.',
    metadata: { a: 'b' },
    temperature: 0.5,
    top_p: 0.9,
    max_output_tokens: 99,
    parallel_tool_calls: false,
    tool_choice: 'required',
    reasoning: { effort: 'low', summary: 'auto' },
    text: { format: { type: 'json_object' }, verbosity: 'low' },
    user: 'u1',
  }
  const tools = [{ type: 'function', name: 'weather' }]
  const response = fromChat(completion({ content: 'hi' }), { ...repeated, tools, store: true, truncation: 'auto' })
  expect(response).toMatchObject(repeated)
  expect(response['tools']).toEqual([{ type: 'function', name: 'weather', parameters: null, strict: false }])
  expect(response).toMatchObject({ store: false, truncation: 'disabled', previous_response_id: null })
})

test('has thinking, text and calls in this order', () => {
  const tool_calls = [
    { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Bern"}' } },
    { id: 'c2', type: 'function', function: { name: 'news', arguments: '' } },
  ]
  const output = outputOf({ content: 'I look.', reasoning_content: 'Hm.', tool_calls }, 'tool_calls')
  expect(output).toMatchObject([
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: expect.any(String) },
    {
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'I look.', annotations: [], logprobs: [] }],
    },
    { type: 'function_call', status: 'completed', call_id: 'c1', name: 'weather', arguments: '{"city":"Bern"}' },
    { type: 'function_call', status: 'completed', call_id: 'c2', name: 'news', arguments: '{}' },
  ])
  const ids = output.map((item) => String(item['id']).split('_')[0])
  expect(ids).toEqual(['rs', 'msg', 'fc', 'fc'])
})

test('reports that a limit cut the response, and the incomplete item', () => {
  const response = fromChat(completion({ content: 'Once upon' }, 'length'), {})
  expect(response).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } })
  expect(response['output']).toMatchObject([{ type: 'message', status: 'incomplete' }])
  expect(response['completed_at']).toBeNull()
  const cut = { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"ci' } }
  expect(outputOf({ tool_calls: [cut] }, 'length')).toMatchObject([{ status: 'incomplete', arguments: '{"ci' }])
})

test('reports that a filter stopped the response', () => {
  const response = fromChat(completion({ content: '' }, 'content_filter'), {})
  expect(response).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'content_filter' }, output: [] })
})

test('keeps refusals, annotations and logprobs', () => {
  const annotations = [
    { type: 'url_citation', url_citation: { url: 'https://example.com', title: 't', start_index: 0, end_index: 2 } },
  ]
  const flat = { type: 'url_citation', url: 'https://example.com', title: 't', start_index: 0, end_index: 2 }
  expect(outputOf({ content: 'hi', annotations })).toMatchObject([{ content: [{ annotations: [flat] }] }])
  expect(outputOf({ refusal: 'No.' })).toMatchObject([{ content: [{ type: 'refusal', refusal: 'No.' }] }])
  const logprob = { token: 'hi', bytes: [104, 105], logprob: -0.1, top_logprobs: [] }
  const choice = { index: 0, message: { content: 'hi' }, logprobs: { content: [logprob] }, finish_reason: 'stop' }
  expect(fromChat({ choices: [choice] }, {})['output']).toMatchObject([{ content: [{ logprobs: [logprob] }] }])
})

test('reads thinking under each host’s member name', () => {
  const summary = [{ type: 'summary_text', text: 'Hm.' }]
  expect(outputOf({ content: 'hi', reasoning: 'Hm.' })).toMatchObject([{ summary }, { type: 'message' }])
  const content = [
    { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
    { type: 'text', text: 'hi' },
  ]
  expect(outputOf({ content })).toMatchObject([{ summary }, { content: [{ text: 'hi' }] }])
})

test('a generated image becomes an item', () => {
  const images = [{ type: 'image_url', image_url: { url: 'data:image/jpeg;base64,/9j/AA==' } }]
  expect(outputOf({ content: 'Here:', images })).toMatchObject([
    { type: 'message' },
    { type: 'image_generation_call', status: 'completed', result: '/9j/AA==' },
  ])
})

test('translates every usage class', () => {
  const usage = {
    prompt_tokens: 100,
    completion_tokens: 50,
    total_tokens: 150,
    prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 20, audio_tokens: 5 },
    completion_tokens_details: { reasoning_tokens: 30, audio_tokens: 0 },
  }
  expect(usageOf(usage)).toEqual({
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 60, cache_write_tokens: 20, audio_tokens: 5 },
    output_tokens: 50,
    output_tokens_details: { reasoning_tokens: 30 },
    total_tokens: 150,
  })
})

test('adds reasoning to the output if the host excludes it', () => {
  const excluded = (completionTokens: number, reasoning: number) => ({
    prompt_tokens: 12,
    completion_tokens: completionTokens,
    total_tokens: 12 + completionTokens + reasoning,
    completion_tokens_details: { reasoning_tokens: reasoning },
  })
  expect(usageOf(excluded(1, 290))).toMatchObject({ input_tokens: 12, output_tokens: 291, total_tokens: 303 })
  expect(usageOf(excluded(300, 50))).toMatchObject({ output_tokens: 350, total_tokens: 362 })
})

test('reads cached tokens under each host’s member name', () => {
  expect(usageOf({ ...USAGE, cached_tokens: 7 })).toMatchObject({ input_tokens_details: { cached_tokens: 7 } })
  expect(usageOf({ ...USAGE, prompt_cache_hit_tokens: 8 })).toMatchObject({
    input_tokens_details: { cached_tokens: 8 },
  })
})

test('has no usage if the provider reports none', () => {
  expect(usageOf(null)).toBeNull()
  expect(usageOf('7')).toBeNull()
})

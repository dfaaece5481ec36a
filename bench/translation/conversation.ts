/**
 * An agent conversation of one megabyte in every format: questions, thinking, tool calls, tool results and responses.
 */

import type { JsonObject } from '../../server/src/core/body/json-text.ts'
import type { CallerName } from './callers.ts'

const ROUNDS = 250
const FILE = `import { readFile } from 'node:fs/promises'\n// "quoted" \\ ä€ \n`.repeat(36)
const WORDS = 'I read the file first, then I change the line that is wrong and run the tests again. '.repeat(7)
const PARAMETERS = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }

const rounds = Array.from({ length: ROUNDS }, (_, i) => ({ id: `call_${i}`, input: { path: `/src/file-${i}.ts` } }))

const BODIES: Readonly<Record<CallerName, (model: string) => JsonObject>> = {
  chat: (model) => ({
    model,
    tools: [{ type: 'function', function: { name: 'read', parameters: PARAMETERS } }],
    messages: rounds.flatMap(({ id, input }) => [
      { role: 'user', content: WORDS },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: JSON.stringify(input) } }],
      },
      { role: 'tool', tool_call_id: id, content: FILE },
      { role: 'assistant', content: WORDS },
    ]),
  }),
  messages: (model) => ({
    model,
    max_tokens: 1_000,
    tools: [{ name: 'read', input_schema: PARAMETERS }],
    messages: rounds.flatMap(({ id, input }) => [
      { role: 'user', content: WORDS },
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read', input }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: FILE }] },
      { role: 'assistant', content: [{ type: 'text', text: WORDS }] },
    ]),
  }),
  responses: (model) => ({
    model,
    tools: [{ type: 'function', name: 'read', parameters: PARAMETERS }],
    input: rounds.flatMap(({ id, input }) => [
      { role: 'user', content: WORDS },
      { type: 'function_call', call_id: id, name: 'read', arguments: JSON.stringify(input) },
      { type: 'function_call_output', call_id: id, output: FILE },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: WORDS }] },
    ]),
  }),
}

export function conversation(caller: CallerName, model: string): JsonObject {
  const body = BODIES[caller](model)
  const list = (body['messages'] ?? body['input']) as unknown[]
  list.push({ role: 'user', content: 'Go on.' })
  return body
}

const LONG_ANSWER = WORDS.repeat(1_700)

/** A response of one megabyte in each provider's format. */
export const ANSWERS: Readonly<Record<string, JsonObject>> = {
  openai: {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: LONG_ANSWER }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  },
  anthropic: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text: LONG_ANSWER }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 2 },
  },
  gemini: {
    candidates: [{ content: { parts: [{ text: LONG_ANSWER }], role: 'model' }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 },
  },
  converse: {
    output: { message: { role: 'assistant', content: [{ text: LONG_ANSWER }] } },
    stopReason: 'end_turn',
    usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
  },
  cohere: {
    id: 'c',
    message: { role: 'assistant', content: [{ type: 'text', text: LONG_ANSWER }] },
    finish_reason: 'COMPLETE',
    usage: { tokens: { input_tokens: 1, output_tokens: 2 } },
  },
}

/** One complete response and one stream per wire format, from their documentation. The compiler checks the types. */

import type { MessagesEvent, MessagesResponse } from '../../../server/src/dialects/anthropic/types.ts'
import type { ConverseEvents, ConverseResponse } from '../../../server/src/dialects/bedrock/types.ts'
import type { ChatChunk, ChatCompletion } from '../../../server/src/dialects/chat/types.ts'
import type { CohereEvent, CohereResponse } from '../../../server/src/dialects/cohere/types.ts'
import type { GenerateContentResponse } from '../../../server/src/dialects/gemini/types.ts'
import type { ResponseEvent, ResponseObject } from '../../../server/src/dialects/responses/types.ts'
import type { JsonObject } from './facts.ts'
import type { FormatName } from './formats.ts'

type Sample = { readonly response: JsonObject; readonly events: readonly JsonObject[] }

const CHUNK = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'm' } as const

const RESPONSE: ResponseObject = {
  id: 'resp_1',
  object: 'response',
  created_at: 1_700_000_000,
  status: 'completed',
  error: null,
  incomplete_details: null,
  model: 'm',
  output: [
    {
      id: 'msg_1',
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
    },
  ],
  usage: { input_tokens: 3, output_tokens: 4, total_tokens: 7 },
}
const ITEM = { item_id: 'msg_1', output_index: 0, content_index: 0 }

export const SAMPLES: Readonly<Record<FormatName, Sample>> = {
  chat: {
    response: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: 'm',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: 'Hi',
            refusal: null,
            tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }],
          },
          logprobs: null,
          finish_reason: 'tool_calls',
        },
      ],
      usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7, prompt_tokens_details: { cached_tokens: 1 } },
    } satisfies ChatCompletion,
    events: [
      { ...CHUNK, choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] },
      { ...CHUNK, choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: null }] },
      { ...CHUNK, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      { ...CHUNK, choices: [], usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 } },
    ] satisfies ChatChunk[],
  },
  responses: {
    response: RESPONSE,
    events: [
      { type: 'response.created', response: { ...RESPONSE, status: 'in_progress', output: [] } },
      { type: 'response.output_text.delta', ...ITEM, delta: 'Hi', logprobs: [] },
      { type: 'response.completed', response: RESPONSE },
    ] satisfies ResponseEvent[],
  },
  anthropic: {
    response: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [
        { type: 'thinking', thinking: 'Hmm.', signature: 'c2ln' },
        { type: 'text', text: 'Hi' },
        { type: 'tool_use', id: 'toolu_1', name: 'f', input: { x: 1 } },
      ],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: { input_tokens: 3, output_tokens: 4, cache_read_input_tokens: 1 },
    } satisfies MessagesResponse,
    events: [
      {
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'm',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 3, output_tokens: 1 },
        },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'ping' },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 4 } },
      { type: 'message_stop' },
    ] satisfies MessagesEvent[],
  },
  gemini: {
    response: {
      candidates: [
        {
          index: 0,
          content: { role: 'model', parts: [{ text: 'Hi' }, { functionCall: { name: 'f', args: { x: 1 } } }] },
          finishReason: 'STOP',
        },
      ],
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 7 },
      modelVersion: 'm',
      responseId: 'r',
    } satisfies GenerateContentResponse,
    events: [
      { candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'H' }] } }], responseId: 'r' },
      {
        candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'i' }] }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 7 },
        responseId: 'r',
      },
    ] satisfies GenerateContentResponse[],
  },
  cohere: {
    response: {
      id: 'c',
      finish_reason: 'TOOL_CALL',
      message: {
        role: 'assistant',
        tool_plan: 'I will call f.',
        tool_calls: [{ id: 'f_1', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }],
      },
      usage: { tokens: { input_tokens: 3, output_tokens: 4 } },
    } satisfies CohereResponse,
    events: [
      { type: 'message-start', id: 'c', delta: { message: { role: 'assistant' } } },
      { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } },
      { type: 'content-delta', index: 0, delta: { message: { content: { text: 'Hi' } } } },
      { type: 'content-end', index: 0 },
      {
        type: 'message-end',
        delta: { finish_reason: 'COMPLETE', usage: { tokens: { input_tokens: 3, output_tokens: 4 } } },
      },
    ] satisfies CohereEvent[],
  },
  converse: {
    response: {
      output: {
        message: {
          role: 'assistant',
          content: [
            { reasoningContent: { reasoningText: { text: 'Hmm.', signature: 'c2ln' } } },
            { text: 'Hi' },
            { toolUse: { toolUseId: 't', name: 'f', input: { x: 1 } } },
          ],
        },
      },
      stopReason: 'tool_use',
      usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 },
    } satisfies ConverseResponse,
    events: [
      { messageStart: { role: 'assistant' } },
      { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'Hi' } } },
      { contentBlockStop: { contentBlockIndex: 0 } },
      { messageStop: { stopReason: 'end_turn' } },
      { metadata: { usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 } } },
    ] satisfies Partial<ConverseEvents>[],
  },
}

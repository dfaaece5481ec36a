/** Responses in Anthropic's wire format: a message, complete or streamed. */

import type { Events } from './openai-wire.ts'

type RequestBody = { readonly model?: unknown }

function eventOf(data: { readonly type: string; readonly [member: string]: unknown }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
}

function messageWith(request: RequestBody, content: readonly object[], stopReason: string | null): object {
  return {
    id: 'msg_sim',
    type: 'message',
    role: 'assistant',
    model: typeof request.model === 'string' ? request.model : 'sim-model',
    content,
    stop_reason: stopReason,
    stop_sequence: null,
    usage: { input_tokens: 9, output_tokens: 3, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  }
}

export function anthropicMessage(request: RequestBody, text: string): object {
  return messageWith(request, [{ type: 'text', text }], 'end_turn')
}

export function anthropicEvents(request: RequestBody): Events {
  return {
    opening: [
      eventOf({ type: 'message_start', message: messageWith(request, [], null) }),
      eventOf({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    ],
    content: (text) => eventOf({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    closing: [
      eventOf({ type: 'content_block_stop', index: 0 }),
      eventOf({
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { output_tokens: 3 },
      }),
      eventOf({ type: 'message_stop' }),
    ],
    error: (error) => eventOf({ type: 'error', ...error }),
  }
}

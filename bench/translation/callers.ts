/** The client formats, each with a streaming request and the marker of its last event. */

export type CallerFormat = { readonly path: string; body(model: string): object; readonly lastEvent: string }

const QUESTION = 'Tell me, in a few plain words, what a gatehouse was for and who kept it. '.repeat(10)

export const CALLERS: Readonly<Record<'chat' | 'messages' | 'responses', CallerFormat>> = {
  chat: {
    path: '/v1/chat/completions',
    body: (model) => ({
      model,
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: 'user', content: QUESTION }],
    }),
    lastEvent: 'data: [DONE]',
  },
  messages: {
    path: '/v1/messages',
    body: (model) => ({ model, stream: true, max_tokens: 1_000, messages: [{ role: 'user', content: QUESTION }] }),
    lastEvent: '"type":"message_stop"',
  },
  responses: {
    path: '/v1/responses',
    body: (model) => ({ model, stream: true, input: QUESTION }),
    lastEvent: '"type":"response.completed"',
  },
}

export type CallerName = keyof typeof CALLERS

/** Claude on Vertex AI: Anthropic's format, with the model in the URL and the version in the body. */

import { anthropicChat } from '../../dialects/anthropic/anthropic-chat.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import { picked, tokenCounter } from '../../dialects/token-counter.ts'

// https://docs.claude.com/en/api/claude-on-vertex-ai
const VERSION = 'vertex-2023-10-16'

export const claudeChat: Dialect = {
  ...anthropicChat,
  name: 'anthropic-vertex',
  encode(body, context) {
    const { model: _, ...encoded } = anthropicChat.encode(body, { ...context, model: claudeName(context.model) })
    return { anthropic_version: VERSION, ...encoded }
  },
}

const COUNTED_MEMBERS = ['anthropic_version', 'messages', 'system', 'tools', 'tool_choice', 'thinking'] as const

/** The body contains the model, because the URL of the counter is the same for all models. */
export function claudeTokenCounter(model: string): Dialect {
  return tokenCounter(claudeChat, {
    wrap: (request) => ({ model, ...picked(request, COUNTED_MEMBERS) }),
    read: (response) => response['input_tokens'],
  })
}

/** The model's name in Anthropic's API: without the publisher and without Vertex AI's `@date`. */
function claudeName(model: string): string {
  const start = model.indexOf('claude-')
  return (start < 0 ? model : model.slice(start)).replace('@', '-')
}

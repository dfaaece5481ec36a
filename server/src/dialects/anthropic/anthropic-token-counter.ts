/** Counts a chat request with Anthropic's count_tokens (https://docs.claude.com/en/api/messages-count-tokens). */

import type { Dialect } from '../dialect.ts'
import { picked, tokenCounter } from '../token-counter.ts'
import { anthropicChat } from './anthropic-chat.ts'

const COUNTED_MEMBERS = ['model', 'messages', 'system', 'tools', 'tool_choice', 'thinking', 'output_config'] as const

export const anthropicTokenCounter: Dialect = tokenCounter(anthropicChat, {
  wrap: (request) => picked(request, COUNTED_MEMBERS),
  read: (response) => response['input_tokens'],
})

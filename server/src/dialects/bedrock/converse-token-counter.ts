/**
 * Counts a chat request with Bedrock's CountTokens
 * (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_CountTokens.html).
 */

import type { Dialect } from '../dialect.ts'
import { picked, tokenCounter } from '../token-counter.ts'
import { converseChat } from './converse-chat.ts'

const COUNTED_MEMBERS = ['messages', 'system', 'toolConfig', 'additionalModelRequestFields'] as const

export const converseTokenCounter: Dialect = tokenCounter(converseChat, {
  wrap: (request) => ({ input: { converse: picked(request, COUNTED_MEMBERS) } }),
  read: (response) => response['inputTokens'],
})

/** Cerebras Inference. */

import { BATCHES, FILES, MODELS, openaiLike } from '../openai-like.ts'

export const cerebras = openaiLike({
  slug: 'cerebras',
  title: 'Cerebras',
  docs: 'https://inference-docs.cerebras.ai/api-reference/chat-completions',
  base: 'https://api.cerebras.ai/v1',
  endpoints: ['chat.completions', 'completions', ...MODELS, ...FILES, ...BATCHES],
  knows: { maxCompletionTokens: true, messageExtras: 'reasoning' },
})

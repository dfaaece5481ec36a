/** OpenRouter; its streams end with usage without being asked. */

import { openaiLike } from '../openai-like.ts'

export const openrouter = openaiLike({
  slug: 'openrouter',
  title: 'OpenRouter',
  docs: 'https://openrouter.ai/docs/api-reference/overview',
  base: 'https://openrouter.ai/api/v1',
  endpoints: ['chat.completions', 'completions', 'embeddings', 'responses', 'models'],
  knows: { maxCompletionTokens: true },
})

/** Novita AI. */

import { BATCHES, FILES, MODELS, openaiLike } from '../openai-like.ts'

export const novitaAi = openaiLike({
  slug: 'novita-ai',
  title: 'Novita AI',
  docs: 'https://novita.ai/docs/api-reference/model-apis-llm-create-chat-completion',
  base: 'https://api.novita.ai/openai/v1',
  endpoints: ['chat.completions', 'completions', 'embeddings', ...MODELS, ...FILES, ...BATCHES],
  streamsUsage: true,
})

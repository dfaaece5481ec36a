/** Jina AI: embeddings; /rerank is pass-through. */

import { openaiLike } from '../openai-like.ts'

export const jina = openaiLike({
  slug: 'jina',
  title: 'Jina AI',
  docs: 'https://jina.ai/embeddings',
  base: 'https://api.jina.ai/v1',
  endpoints: ['embeddings'],
})

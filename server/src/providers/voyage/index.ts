/** Voyage AI: embeddings; /rerank is pass-through. */

import { openaiLike } from '../openai-like.ts'

export const voyage = openaiLike({
  slug: 'voyage',
  title: 'Voyage AI',
  docs: 'https://docs.voyageai.com/reference/embeddings-api',
  base: 'https://api.voyageai.com/v1',
  endpoints: ['embeddings'],
})

/** Jina AI: embeddings; /rerank is pass-through. */

import { embeddingsVariant } from '../../dialects/embeddings.ts'
import type { ProviderAdapter } from '../adapter.ts'
import { openaiLike } from '../openai-like.ts'

const embeddings = embeddingsVariant('jina-embeddings', ({ encoding_format: format, user: _, ...rest }) => ({
  ...rest,
  ...(format !== undefined && { embedding_type: format }),
}))

export const jina: ProviderAdapter = {
  ...openaiLike({
    slug: 'jina',
    title: 'Jina AI',
    docs: 'https://jina.ai/embeddings',
    base: 'https://api.jina.ai/v1',
    endpoints: ['embeddings'],
  }),
  dialects: ({ endpoint }) => (endpoint === 'embeddings' ? embeddings : null),
}

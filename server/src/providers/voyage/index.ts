/** Voyage AI: embeddings; /rerank is pass-through. */

import { embeddingsVariant } from '../../dialects/embeddings.ts'
import type { ProviderAdapter } from '../adapter.ts'
import { openaiLike } from '../openai-like.ts'

/** Numbers are what it gives when no encoding is named; it refuses `float` by name. */
const embeddings = embeddingsVariant(
  'voyage-embeddings',
  ({ dimensions, encoding_format: format, user: _, ...rest }) => ({
    ...rest,
    ...(dimensions !== undefined && { output_dimension: dimensions }),
    ...(format === 'base64' && { encoding_format: format }),
  }),
)

export const voyage: ProviderAdapter = {
  ...openaiLike({
    slug: 'voyage',
    title: 'Voyage AI',
    docs: 'https://docs.voyageai.com/reference/embeddings-api',
    base: 'https://api.voyageai.com/v1',
    endpoints: ['embeddings'],
  }),
  dialects: ({ endpoint }) => (endpoint === 'embeddings' ? embeddings : null),
}

/** Nebius Token Factory. */

import { BATCHES, FILES, MODELS, openaiLike } from '../openai-like.ts'

export const nebius = openaiLike({
  slug: 'nebius',
  title: 'Nebius Token Factory',
  docs: 'https://docs.tokenfactory.nebius.com/api-reference/introduction',
  base: 'https://api.tokenfactory.nebius.com/v1',
  endpoints: ['chat.completions', 'completions', 'embeddings', 'images.generations', ...MODELS, ...FILES, ...BATCHES],
  streamsUsage: true,
})

/** Anyscale Endpoints. */

import { openaiLike } from '../openai-like.ts'

export const anyscale = openaiLike({
  slug: 'anyscale',
  title: 'Anyscale',
  docs: 'https://docs.anyscale.com/llms',
  base: 'https://api.endpoints.anyscale.com/v1',
  endpoints: ['chat.completions', 'completions', 'embeddings', 'models', 'models.read'],
})

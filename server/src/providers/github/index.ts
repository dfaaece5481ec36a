/** GitHub Models; the list of models lies outside this base and is no endpoint of it. */

import { openaiLike } from '../openai-like.ts'

export const github = openaiLike({
  slug: 'github',
  title: 'GitHub Models',
  docs: 'https://docs.github.com/rest/models/inference',
  base: 'https://models.github.ai/inference',
  endpoints: ['chat.completions', 'embeddings'],
})

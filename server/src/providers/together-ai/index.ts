/** Together AI: open models for text, images and speech. */

import { AUDIO, openaiLike } from '../openai-like.ts'

export const togetherAi = openaiLike({
  slug: 'together-ai',
  title: 'Together AI',
  docs: 'https://docs.together.ai/docs/inference/openai-compatibility',
  base: 'https://api.together.ai/v1',
  endpoints: ['chat.completions', 'completions', 'embeddings', ...AUDIO, 'images.generations', 'models'],
})

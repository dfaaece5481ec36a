/** Fireworks AI; its streams end with usage without being asked. */

import { openaiLike } from '../openai-like.ts'

export const fireworksAi = openaiLike({
  slug: 'fireworks-ai',
  title: 'Fireworks AI',
  docs: 'https://docs.fireworks.ai/tools-sdks/openai-compatibility',
  base: 'https://api.fireworks.ai/inference/v1',
  endpoints: [
    'chat.completions',
    'completions',
    'embeddings',
    'responses',
    'responses.read',
    'responses.delete',
    'models',
  ],
})

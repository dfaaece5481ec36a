/** DeepInfra; its streams end with usage without being asked. */

import { AUDIO, openaiLike } from '../openai-like.ts'

export const deepinfra = openaiLike({
  slug: 'deepinfra',
  title: 'DeepInfra',
  docs: 'https://deepinfra.com/docs/openai_api',
  base: 'https://api.deepinfra.com/v1/openai',
  endpoints: [
    'chat.completions',
    'completions',
    'embeddings',
    ...AUDIO,
    'images.generations',
    'images.edits',
    'models',
  ],
})

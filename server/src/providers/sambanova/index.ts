/** SambaNova Cloud. */

import { MODELS, openaiLike } from '../openai-like.ts'

export const sambanova = openaiLike({
  slug: 'sambanova',
  title: 'SambaNova Cloud',
  docs: 'https://docs.sambanova.ai/docs/en/features/openai-compatibility',
  base: 'https://api.sambanova.ai/v1',
  endpoints: [
    'chat.completions',
    'completions',
    'responses',
    'embeddings',
    'audio.transcriptions',
    'audio.translations',
    ...MODELS,
  ],
  streamsUsage: true,
})

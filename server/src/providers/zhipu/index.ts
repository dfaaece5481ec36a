/** Zhipu AI (BigModel); its streams end with usage without being asked. */

import { BATCHES, FILES, openaiLike } from '../openai-like.ts'

export const zhipu = openaiLike({
  slug: 'zhipu',
  title: 'Zhipu AI (BigModel)',
  docs: 'https://docs.bigmodel.cn/api-reference',
  base: 'https://open.bigmodel.cn/api/paas/v4',
  endpoints: [
    'chat.completions',
    'embeddings',
    'audio.speech',
    'audio.transcriptions',
    'images.generations',
    'moderations',
    ...FILES,
    ...BATCHES,
  ],
})

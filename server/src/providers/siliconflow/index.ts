/** SiliconFlow, the international host; mainland China is https://api.siliconflow.cn/v1 as custom host. */

import { BATCHES, openaiLike } from '../openai-like.ts'

export const siliconflow = openaiLike({
  slug: 'siliconflow',
  title: 'SiliconFlow',
  docs: 'https://docs.siliconflow.com/en/api-reference/chat-completions/chat-completions',
  base: 'https://api.siliconflow.com/v1',
  endpoints: [
    'chat.completions',
    'embeddings',
    'audio.speech',
    'audio.transcriptions',
    'images.generations',
    'models',
    'files.create',
    'files',
    ...BATCHES,
  ],
})

/** DeepSeek; text completions live under /beta and are pass-through. */

import { openaiLike } from '../openai-like.ts'

export const deepseek = openaiLike({
  slug: 'deepseek',
  title: 'DeepSeek',
  docs: 'https://api-docs.deepseek.com',
  base: 'https://api.deepseek.com',
  endpoints: ['chat.completions', 'responses', 'models'],
  streamsUsage: true,
  knows: { wantsThoughts: true },
})

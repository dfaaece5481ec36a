/** Moonshot AI (Kimi), the international host; mainland China is https://api.moonshot.cn/v1 as custom host. */

import { BATCHES, FILES, openaiLike } from '../openai-like.ts'

export const moonshot = openaiLike({
  slug: 'moonshot',
  title: 'Moonshot AI (Kimi)',
  docs: 'https://platform.kimi.ai/docs/api/chat',
  base: 'https://api.moonshot.ai/v1',
  endpoints: ['chat.completions', 'models', ...FILES, ...BATCHES],
  knows: { maxCompletionTokens: true, wantsThoughts: true },
})

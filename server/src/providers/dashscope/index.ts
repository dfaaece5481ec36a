/** DashScope (Alibaba Cloud), the international host; mainland China is https://dashscope.aliyuncs.com/compatible-mode/v1 as custom host. */

import { BATCHES, FILES, openaiLike, RESPONSES } from '../openai-like.ts'

export const dashscope = openaiLike({
  slug: 'dashscope',
  title: 'DashScope (Alibaba Cloud)',
  docs: 'https://www.alibabacloud.com/help/en/model-studio/compatibility-of-openai-with-dashscope',
  base: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
  endpoints: ['chat.completions', 'completions', 'embeddings', ...RESPONSES, 'models', ...FILES, ...BATCHES],
})

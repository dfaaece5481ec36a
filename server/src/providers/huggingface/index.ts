/** Hugging Face: the router to its inference providers. */

import { MODELS, openaiLike } from '../openai-like.ts'

export const huggingface = openaiLike({
  slug: 'huggingface',
  title: 'Hugging Face',
  docs: 'https://huggingface.co/docs/inference-providers/tasks/chat-completion',
  base: 'https://router.huggingface.co/v1',
  endpoints: ['chat.completions', 'responses', ...MODELS],
})

/** Perplexity: answers with sources; what it has under /v1 (embeddings, agents) is pass-through. */

import { openaiLike } from '../openai-like.ts'

export const perplexityAi = openaiLike({
  slug: 'perplexity-ai',
  title: 'Perplexity',
  telemetryName: 'perplexity',
  docs: 'https://docs.perplexity.ai/docs/sonar/openai-compatibility',
  base: 'https://api.perplexity.ai',
  endpoints: ['chat.completions'],
})

/** Hyperbolic; its images and speech have formats of their own and are pass-through. */

import { openaiLike } from '../openai-like.ts'

export const hyperbolic = openaiLike({
  slug: 'hyperbolic',
  title: 'Hyperbolic',
  docs: 'https://docs.hyperbolic.xyz/docs/rest-api',
  base: 'https://api.hyperbolic.xyz/v1',
  endpoints: ['chat.completions', 'completions', 'models'],
})

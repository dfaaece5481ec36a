/** Groq: fast inference of open models, speech included. */

import { AUDIO, BATCHES, FILES, MODELS, openaiLike } from '../openai-like.ts'

export const groq = openaiLike({
  slug: 'groq',
  title: 'Groq',
  docs: 'https://console.groq.com/docs/api-reference',
  base: 'https://api.groq.com/openai/v1',
  endpoints: ['chat.completions', 'responses', ...AUDIO, ...MODELS, ...FILES, ...BATCHES],
  knows: { maxCompletionTokens: true, messageExtras: 'reasoning' },
})

/** xAI. */

import { FILES, MODELS, openaiLike } from '../openai-like.ts'

export const xAi = openaiLike({
  slug: 'x-ai',
  title: 'xAI',
  telemetryName: 'x_ai',
  docs: 'https://docs.x.ai/developers/rest-api-reference/inference',
  base: 'https://api.x.ai/v1',
  endpoints: [
    'chat.completions',
    'responses',
    'responses.read',
    'responses.delete',
    'images.generations',
    'images.edits',
    ...MODELS,
    ...FILES,
  ],
  knows: { maxCompletionTokens: true },
})

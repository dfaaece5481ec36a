/** Mistral AI; it refuses stream_options and ends every stream with usage. */

import { FILES, MODELS, openaiLike } from '../openai-like.ts'

export const mistralAi = openaiLike({
  slug: 'mistral-ai',
  title: 'Mistral AI',
  telemetryName: 'mistral_ai',
  docs: 'https://docs.mistral.ai/api',
  base: 'https://api.mistral.ai/v1',
  endpoints: ['chat.completions', 'embeddings', 'moderations', 'audio.transcriptions', ...MODELS, ...FILES],
  knows: {
    streamOptions: false,
    messageExtras: 'none',
    // "Tool call id was ... but must be a-z, A-Z, 0-9, with a length of 9."
    callIds: { pattern: /^[a-zA-Z0-9]{9}$/, length: 9 },
  },
})

/** Ollama on the same machine; any other place, and its cloud, is a custom host. */

import { MODELS, openaiLike } from '../openai-like.ts'

export const ollama = openaiLike({
  slug: 'ollama',
  title: 'Ollama',
  docs: 'https://docs.ollama.com/api/openai-compatibility',
  base: 'http://127.0.0.1:11434/v1',
  needsCredential: false,
  endpoints: ['chat.completions', 'completions', 'embeddings', 'responses', ...MODELS],
  streamsUsage: true,
})

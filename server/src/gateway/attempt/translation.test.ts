import { expect, test } from 'bun:test'
import type { EndpointName } from '../../core/endpoints.ts'
import { findProvider } from '../../providers/registry.ts'
import { translationOf } from './translation.ts'

test.each<[EndpointName, string, string]>([
  [
    'images.generations',
    'jina',
    'Provider jina does not support POST /v1/images/generations. It supports POST /v1/embeddings.',
  ],
  [
    'gemini.generate',
    'jina',
    'Provider jina does not support POST /v1beta/models/{model}:generateContent. It supports POST /v1/embeddings.',
  ],
  [
    'responses.read',
    'perplexity-ai',
    'Provider perplexity-ai does not support GET /v1/responses/{id}. It supports POST /v1/chat/completions, ' +
      'POST /v1/messages, POST /v1/messages/count_tokens, POST /v1/responses, POST /v1/responses/input_tokens.',
  ],
  [
    'embeddings',
    'replicate',
    'Provider replicate does not support POST /v1/embeddings. It supports only /v1/proxy/<path>.',
  ],
])('the error for %s at %s names the paths that callers use', (endpoint, provider, message) => {
  expect(() => translationOf(endpoint, findProvider(provider)!, 'm', {})).toThrow(
    expect.objectContaining({ code: 'endpoint_unsupported', message }),
  )
})

/** Hosts with one endpoint in a format of their own, which is translated. Their other paths are passed through. */

import type { EndpointName } from '../core/endpoints.ts'
import { GatewayError } from '../core/errors.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { segmindImages, stabilityImages } from '../dialects/images.ts'
import { nomicEmbeddings } from '../dialects/nomic-embeddings.ts'
import { tritonCompletions } from '../dialects/triton-completions.ts'
import type { Call, ProviderAdapter } from './adapter.ts'
import { joinUrl } from './join-url.ts'
import { missingHost, type OpenaiCompatibleHost, openaiCompatibleAdapter } from './openai-compatible.ts'

type Row = Omit<OpenaiCompatibleHost, 'endpoints'> & {
  readonly endpoint: EndpointName
  readonly dialect: Dialect
  /** The provider's path for the endpoint. */
  readonly path: (call: Call) => string
}

const ROWS: readonly Row[] = [
  {
    slug: 'nomic',
    title: 'Nomic',
    docs: 'https://docs.nomic.ai/reference/api/embed-text-v-1-embedding-text-post',
    base: 'https://api-atlas.nomic.ai/v1',
    endpoint: 'embeddings',
    dialect: nomicEmbeddings,
    path: () => '/embedding/text',
  },
  {
    slug: 'segmind',
    title: 'Segmind',
    docs: 'https://docs.segmind.com/api',
    base: 'https://api.segmind.com/v1',
    keyHeader: 'x-api-key',
    endpoint: 'images.generations',
    dialect: segmindImages,
    path: (call) => `/${segmentOf(call)}`,
  },
  {
    // Translates version 1 only. Version 2 takes multipart forms, so /v2beta/stable-image/... is passed through.
    slug: 'stability-ai',
    title: 'Stability AI',
    docs: 'https://platform.stability.ai/docs/api-reference',
    base: 'https://api.stability.ai',
    endpoint: 'images.generations',
    dialect: stabilityImages,
    path: (call) => `/v1/generation/${segmentOf(call)}/text-to-image`,
  },
  {
    // The custom host contains the model: http://host:8000/v2/models/<model>.
    slug: 'triton',
    title: 'NVIDIA Triton',
    docs: 'https://github.com/triton-inference-server/server/blob/main/docs/protocol/extension_generate.md',
    base: null,
    needsCredential: false,
    endpoint: 'completions',
    dialect: tritonCompletions,
    path: ({ isStream }) => (isStream ? '/generate_stream' : '/generate'),
  },
]

export const TRANSLATED_HOSTS: readonly ProviderAdapter[] = ROWS.map(({ endpoint: own, dialect, path, ...host }) => ({
  ...openaiCompatibleAdapter({ ...host, endpoints: [own] }),
  dialects: ({ endpoint }) => (endpoint === own ? dialect : null),
  locate(call) {
    const target = call.endpoint === own ? path(call) : call.path
    return joinUrl(call.customHost ?? host.base ?? missingHost(host.slug), target, call.search)
  },
}))

function segmentOf({ model }: Call): string {
  if (model === null || model === '' || !model.isWellFormed()) {
    throw new GatewayError('invalid_body', { param: 'model', message: 'model: the provider needs a model.' })
  }
  return encodeURIComponent(model)
}

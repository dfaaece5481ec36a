/** The providers of the conformance table, each with a simulator of its wire format and the target that reaches it. */

import type { EndpointName } from '../../server/src/core/endpoints.ts'
import { findProvider, providerSlugs } from '../../server/src/providers/registry.ts'
import { ANTHROPIC_KEY, anthropicWire } from '../../simulators/wire/anthropic/anthropic.ts'
import { COHERE_KEY, cohereWire } from '../../simulators/wire/cohere/cohere.ts'
import { bedrockWire } from '../../simulators/wire/converse/bedrock.ts'
import { AWS_KEYS } from '../../simulators/wire/converse/signature.ts'
import { EMBEDDER_KEY, jinaWire, voyageWire } from '../../simulators/wire/embedders.ts'
import { GOOGLE_KEY, googleWire } from '../../simulators/wire/gemini/google.ts'
import { vertexKeyFile, vertexWire } from '../../simulators/wire/gemini/vertex.ts'
import { azureWire, mistralWire, OPENAI_KEY, openaiWire, openWire } from '../../simulators/wire/openai/openai.ts'
import {
  nomicWire,
  OWN_KEY,
  sagemakerWire,
  segmindWire,
  stabilityWire,
  tritonWire,
} from '../../simulators/wire/own-formats.ts'
import { PASSED_KEY, passedThroughWire } from '../../simulators/wire/passed-through.ts'
import { SIGNATURES } from '../../simulators/wire/reply-content.ts'
import type { WireProvider } from '../../simulators/wire/wire-server.ts'

export type Subject = {
  /** The name in the table. */
  readonly name: string
  readonly provider: string
  readonly model: string
  readonly embeddingModel: string | null
  /** False if a request takes only one text. */
  readonly embedsMany?: boolean
  /** The provider has /rerank, which is passed through. */
  readonly ranks?: boolean
  /** A path of the provider that is passed through. */
  readonly proxied?: string
  /** Cells that the provider's format does not allow, as `endpoint / feature`. */
  readonly without?: readonly string[]
  /** The endpoints to test; all of the provider's endpoints if absent. */
  readonly only?: readonly EndpointName[]
  readonly wire: WireProvider
  target(url: string): object
  /** The provider's signature of thinking or calls, which every endpoint must send back; null if it does not sign. */
  readonly signature: string | null
  /** The provider returns readable thinking. */
  readonly thinks: boolean
  /** The provider reports cached tokens. */
  readonly countsCache: boolean
  /** Streams end with usage even if the caller did not request it. */
  readonly alwaysCounts?: boolean
  /** Its embeddings responses report token counts. */
  readonly countsEmbeddings: boolean
  /** A host that is tested with another provider's simulator. */
  readonly isBorrowed?: boolean
}

const openaiTraits = { signature: null, thinks: false, countsCache: true, countsEmbeddings: true }
const vertex = {
  provider: 'vertex-ai',
  wire: vertexWire,
  signature: SIGNATURES.gemini,
  thinks: true,
  countsCache: true,
  countsEmbeddings: true,
  target: (url: string) => ({
    provider: 'vertex-ai',
    custom_host: `${url}/v1`,
    cloud_b_region: 'europe-west4',
    cloud_b_service_account_json: vertexKeyFile(url),
  }),
}

const bedrock = {
  provider: 'bedrock',
  model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
  wire: bedrockWire,
  target: (url: string) => ({
    provider: 'bedrock',
    custom_host: url,
    cloud_c_region: AWS_KEYS.region,
    cloud_c_access_key_id: AWS_KEYS.accessKeyId,
    cloud_c_secret_access_key: AWS_KEYS.secretAccessKey,
    cloud_c_session_token: AWS_KEYS.sessionToken,
  }),
  signature: SIGNATURES.claude,
  thinks: true,
  countsCache: true,
  countsEmbeddings: false,
}

const OWN_FORMATS: readonly Subject[] = [
  {
    name: 'openai',
    provider: 'openai',
    model: 'gpt-5.1',
    embeddingModel: 'text-embedding-3-small',
    wire: openaiWire,
    target: (url) => ({ provider: 'openai', custom_host: `${url}/v1`, api_key: OPENAI_KEY }),
    ...openaiTraits,
  },
  {
    name: 'azure-openai',
    provider: 'azure-openai',
    model: 'gpt-5.1',
    embeddingModel: 'text-embedding-3-small',
    wire: azureWire,
    target: (url) => ({
      provider: 'azure-openai',
      custom_host: `${url}/openai`,
      api_key: OPENAI_KEY,
      cloud_a_deployment_id: 'my-deployment',
      cloud_a_api_version: '2024-10-21',
    }),
    ...openaiTraits,
  },
  {
    name: 'anthropic',
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
    embeddingModel: null,
    wire: anthropicWire,
    target: (url) => ({ provider: 'anthropic', custom_host: `${url}/v1`, api_key: ANTHROPIC_KEY }),
    signature: SIGNATURES.claude,
    thinks: true,
    countsCache: true,
    countsEmbeddings: false,
  },
  {
    name: 'google',
    provider: 'google',
    model: 'gemini-3-pro-preview',
    embeddingModel: 'gemini-embedding-001',
    wire: googleWire,
    target: (url) => ({ provider: 'google', custom_host: `${url}/v1beta`, api_key: GOOGLE_KEY }),
    signature: SIGNATURES.gemini,
    thinks: true,
    countsCache: true,
    countsEmbeddings: false,
  },
  { ...vertex, name: 'vertex-ai (Gemini)', model: 'gemini-3-pro-preview', embeddingModel: 'text-embedding-005' },
  {
    ...vertex,
    name: 'vertex-ai (Claude)',
    model: 'anthropic.claude-sonnet-4-5@20250929',
    embeddingModel: null,
    signature: SIGNATURES.claude,
  },
  { ...bedrock, name: 'bedrock', embeddingModel: 'cohere.embed-english-v3' },
  {
    ...bedrock,
    name: 'bedrock (Titan)',
    embeddingModel: 'amazon.titan-embed-text-v2:0',
    embedsMany: false,
    countsEmbeddings: true,
    only: ['embeddings'],
  },
  {
    ...bedrock,
    name: 'bedrock (Nova)',
    embeddingModel: 'amazon.nova-2-multimodal-embeddings-v1:0',
    embedsMany: false,
    only: ['embeddings'],
  },
  {
    name: 'cohere',
    provider: 'cohere',
    model: 'command-a-reasoning-08-2025',
    embeddingModel: 'embed-v4.0',
    wire: cohereWire,
    ranks: true,
    target: (url) => ({ provider: 'cohere', custom_host: `${url}/v2`, api_key: COHERE_KEY }),
    signature: null,
    thinks: true,
    countsCache: false,
    countsEmbeddings: true,
  },
]

const MISTRAL: Subject = {
  name: 'mistral-ai',
  provider: 'mistral-ai',
  model: 'mistral-small-latest',
  embeddingModel: 'mistral-embed',
  wire: mistralWire,
  target: (url) => ({ provider: 'mistral-ai', custom_host: `${url}/v1`, api_key: OPENAI_KEY }),
  ...openaiTraits,
  alwaysCounts: true,
}

const EMBEDDERS: readonly Subject[] = [
  { slug: 'voyage', wire: voyageWire },
  { slug: 'jina', wire: jinaWire },
].map(({ slug, wire }) => ({
  name: slug,
  provider: slug,
  model: 'some-ranking-model',
  embeddingModel: 'some-embedding-model',
  wire,
  ranks: true,
  target: (url) => ({ provider: slug, custom_host: `${url}/v1`, api_key: EMBEDDER_KEY }),
  ...openaiTraits,
}))

/** Providers that are only passed through: a documented path, and the header of the credential. */
const PASSED_THROUGH: readonly Subject[] = [
  { slug: 'meshy', path: '/v2/text-to-3d' },
  { slug: 'milvus', path: '/v2/vectordb/entities/search' },
  { slug: 'palm', path: '/models/text-bison-001:generateText', header: 'x-goog-api-key' },
  { slug: 'qdrant', path: '/collections/docs/points/search', header: 'api-key' },
  { slug: 'replicate', path: '/predictions' },
  { slug: 'tripo3d', path: '/task' },
].map(({ slug, path, header = 'authorization' }) => ({
  name: slug,
  provider: slug,
  model: 'some-model',
  embeddingModel: null,
  proxied: path,
  wire: passedThroughWire(path, header, header === 'authorization' ? `Bearer ${PASSED_KEY}` : PASSED_KEY),
  target: (url) => ({ provider: slug, custom_host: url, api_key: PASSED_KEY }),
  ...openaiTraits,
}))

/** Hosts with one translated endpoint, and SageMaker, whose requests are signed. */
const SINGLE: readonly Subject[] = [
  {
    name: 'nomic',
    provider: 'nomic',
    model: 'none',
    embeddingModel: 'nomic-embed-text-v1.5',
    wire: nomicWire,
    target: (url) => ({ provider: 'nomic', custom_host: `${url}/v1`, api_key: OWN_KEY }),
    ...openaiTraits,
  },
  {
    name: 'segmind',
    provider: 'segmind',
    model: 'sdxl1.0-txt2img',
    embeddingModel: null,
    wire: segmindWire,
    without: ['images/generations / usage'],
    target: (url) => ({ provider: 'segmind', custom_host: `${url}/v1`, api_key: OWN_KEY }),
    ...openaiTraits,
  },
  {
    name: 'stability-ai',
    provider: 'stability-ai',
    model: 'stable-diffusion-xl-1024-v1-0',
    embeddingModel: null,
    wire: stabilityWire,
    without: ['images/generations / usage'],
    target: (url) => ({ provider: 'stability-ai', custom_host: url, api_key: OWN_KEY }),
    ...openaiTraits,
  },
  {
    name: 'triton',
    provider: 'triton',
    model: 'llama',
    embeddingModel: null,
    wire: tritonWire,
    without: ['completions / usage'],
    target: (url) => ({ provider: 'triton', custom_host: `${url}/v2/models/llama` }),
    ...openaiTraits,
  },
  {
    name: 'sagemaker',
    provider: 'sagemaker',
    model: 'none',
    embeddingModel: null,
    wire: sagemakerWire,
    proxied: '/endpoints/my-endpoint/invocations',
    target: (url) => ({
      provider: 'sagemaker',
      custom_host: url,
      cloud_c_region: AWS_KEYS.region,
      cloud_c_access_key_id: AWS_KEYS.accessKeyId,
      cloud_c_secret_access_key: AWS_KEYS.secretAccessKey,
      cloud_c_session_token: AWS_KEYS.sessionToken,
      amzn_sagemaker_target_variant: 'blue',
    }),
    ...openaiTraits,
  },
]

/** Hosts whose documentation has /rerank. */
const RANKING: ReadonlySet<string> = new Set([
  'fireworks-ai',
  'novita-ai',
  'openai-compatible',
  'siliconflow',
  'together-ai',
  'zhipu',
])
/** Needs no key and sends none. */
const KEYLESS = 'mock'

/** Hosts of OpenAI's format are tested with OpenAI's simulator. */
const HOSTS: readonly Subject[] = providerSlugs().flatMap((slug) => {
  const isKnown = [...OWN_FORMATS, MISTRAL, ...EMBEDDERS, ...PASSED_THROUGH, ...SINGLE].some(
    ({ provider }) => provider === slug,
  )
  if (isKnown) return []
  const isKeyless = slug === KEYLESS
  return [
    {
      name: slug,
      provider: slug,
      model: 'some-model',
      embeddingModel: findProvider(slug)!.endpoints.has('embeddings') ? 'some-embedding-model' : null,
      wire: isKeyless ? openWire : openaiWire,
      ranks: RANKING.has(slug),
      target: (url: string) => ({
        provider: slug,
        custom_host: `${url}/v1`,
        ...(!isKeyless && { api_key: OPENAI_KEY }),
      }),
      ...openaiTraits,
      isBorrowed: true,
    },
  ]
})

export const SUBJECTS: readonly Subject[] = [
  ...OWN_FORMATS,
  MISTRAL,
  ...EMBEDDERS,
  ...PASSED_THROUGH,
  ...SINGLE,
  ...HOSTS,
]

/** True if the provider has this endpoint, natively or through a dialect. */
export function hasEndpoint({ provider, only }: Subject, name: EndpointName): boolean {
  return (only?.includes(name) ?? true) && findProvider(provider)!.endpoints.has(name)
}

/**
 * Providers without an endpoint in OpenAI's format. The gateway passes their own paths through (`/v1/proxy/<path>`)
 * with the credential.
 */

import type { ProviderAdapter } from './adapter.ts'
import { joinUrl } from './join-url.ts'
import { type OpenaiCompatibleHost, openaiCompatibleAdapter } from './openai-compatible.ts'

const HOSTS: readonly Omit<OpenaiCompatibleHost, 'endpoints'>[] = [
  {
    slug: 'milvus',
    title: 'Milvus',
    docs: 'https://milvus.io/api-reference/restful/v2.5.x/About.md',
    base: null,
    needsCredential: false,
  },
  {
    // Google has shut this API down. Use the provider google.
    slug: 'palm',
    title: 'Google PaLM',
    docs: 'https://ai.google.dev/palm_docs/deprecation',
    base: 'https://generativelanguage.googleapis.com/v1beta3',
    keyHeader: 'x-goog-api-key',
  },
  {
    slug: 'qdrant',
    title: 'Qdrant',
    docs: 'https://api.qdrant.tech/api-reference',
    base: null,
    keyHeader: 'api-key',
    needsCredential: false,
  },
  {
    slug: 'replicate',
    title: 'Replicate',
    docs: 'https://replicate.com/docs/reference/http',
    base: 'https://api.replicate.com/v1',
  },
  {
    slug: 'tripo3d',
    title: 'Tripo3D',
    docs: 'https://platform.tripo3d.ai/docs/introduction',
    base: 'https://api.tripo3d.ai/v2/openapi',
  },
]

const MESHY = 'https://api.meshy.ai/openapi'

/** The version differs per task: text-to-3d is in v2, all others in v1. A path that names its version is kept. */
const meshy: ProviderAdapter = {
  ...openaiCompatibleAdapter({
    slug: 'meshy',
    title: 'Meshy',
    docs: 'https://docs.meshy.ai/en/api/quick-start',
    base: MESHY,
    endpoints: [],
  }),
  locate({ path, search, customHost }) {
    if (customHost !== null || /^\/v[0-9]+\//.test(path)) return joinUrl(customHost ?? MESHY, path, search)
    return joinUrl(`${MESHY}/${path.startsWith('/text-to-3d') ? 'v2' : 'v1'}`, path, search)
  },
}

export const PASSED_THROUGH_HOSTS: readonly ProviderAdapter[] = [
  ...HOSTS.map((host) => openaiCompatibleAdapter({ ...host, endpoints: [] })),
  meshy,
]

import { expect, test } from 'bun:test'
import type { EndpointName } from '../core/endpoints.ts'
import { Secret } from '../core/secret.ts'
import type { Call, Outgoing } from './adapter.ts'
import { findProvider, providerSlugs } from './registry.ts'

type Host = {
  readonly slug: string
  /** Null: it needs a custom host. */
  readonly base: string | null
  /** The supported endpoints out of SAMPLE. */
  readonly has: readonly EndpointName[]
  /** The dialect, if requests are translated. */
  readonly dialect?: string
  /** The provider documents `stream_options.include_usage`. */
  readonly streamsUsage?: true
}

const SAMPLE: readonly EndpointName[] = ['chat.completions', 'responses', 'embeddings', 'messages', 'batches']

const HOSTS: readonly Host[] = [
  { slug: '302ai', base: 'https://api.302.ai/v1', has: ['chat.completions'] },
  { slug: 'ai21', base: 'https://api.ai21.com/studio/v1', has: ['chat.completions'] },
  { slug: 'aibadgr', base: 'https://aibadgr.com/api/v1', has: ['chat.completions'] },
  { slug: 'anyscale', base: 'https://api.endpoints.anyscale.com/v1', has: ['chat.completions', 'embeddings'] },
  { slug: 'bytez', base: 'https://api.bytez.com/models/v2/openai/v1', has: ['chat.completions', 'responses'] },
  { slug: 'cerebras', base: 'https://api.cerebras.ai/v1', has: ['chat.completions', 'batches'] },
  { slug: 'cometapi', base: 'https://api.cometapi.com/v1', has: ['chat.completions', 'embeddings'] },
  {
    slug: 'dashscope',
    base: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    has: ['chat.completions', 'responses', 'embeddings', 'batches'],
  },
  { slug: 'deepbricks', base: 'https://api.deepbricks.ai/v1', has: ['chat.completions'] },
  { slug: 'deepinfra', base: 'https://api.deepinfra.com/v1/openai', has: ['chat.completions', 'embeddings'] },
  { slug: 'deepseek', base: 'https://api.deepseek.com', has: ['chat.completions', 'responses'], streamsUsage: true },
  { slug: 'featherless-ai', base: 'https://api.featherless.ai/v1', has: ['chat.completions'] },
  {
    slug: 'fireworks-ai',
    base: 'https://api.fireworks.ai/inference/v1',
    has: ['chat.completions', 'responses', 'embeddings'],
  },
  {
    slug: 'github',
    base: 'https://models.github.ai/inference',
    has: ['chat.completions', 'embeddings'],
  },
  {
    slug: 'groq',
    base: 'https://api.groq.com/openai/v1',
    has: ['chat.completions', 'responses', 'batches'],
  },
  {
    slug: 'huggingface',
    base: 'https://router.huggingface.co/v1',
    has: ['chat.completions', 'responses'],
  },
  { slug: 'hyperbolic', base: 'https://api.hyperbolic.xyz/v1', has: ['chat.completions'] },
  { slug: 'inference-net', base: 'https://api.inference.net/v1', has: ['chat.completions'] },
  {
    slug: 'iointelligence',
    base: 'https://api.intelligence.io.solutions/api/v1',
    has: ['chat.completions', 'embeddings'],
  },
  { slug: 'jina', base: 'https://api.jina.ai/v1', has: ['embeddings'], dialect: 'jina-embeddings' },
  { slug: 'kluster-ai', base: 'https://api.kluster.ai/v1', has: ['chat.completions', 'embeddings', 'batches'] },
  { slug: 'krutrim', base: 'https://cloud.olakrutrim.com/v1', has: ['chat.completions'] },
  { slug: 'lambda', base: 'https://api.lambda.ai/v1', has: ['chat.completions'] },
  { slug: 'lemonfox-ai', base: 'https://api.lemonfox.ai/v1', has: ['chat.completions'] },
  { slug: 'lepton', base: 'https://api.lepton.ai/api/v1', has: ['chat.completions'] },
  { slug: 'lingyi', base: 'https://api.lingyiwanwu.com/v1', has: ['chat.completions'] },
  { slug: 'matterai', base: 'https://api.matterai.so/v1', has: ['chat.completions'] },
  { slug: 'mistral-ai', base: 'https://api.mistral.ai/v1', has: ['chat.completions', 'embeddings'] },
  { slug: 'monsterapi', base: 'https://llm.monsterapi.ai/v1', has: ['chat.completions'] },
  { slug: 'modal', base: null, has: ['chat.completions'] },
  { slug: 'moonshot', base: 'https://api.moonshot.ai/v1', has: ['chat.completions', 'batches'] },
  { slug: 'ncompass', base: 'https://api.ncompass.tech/v1', has: ['chat.completions'] },
  {
    slug: 'nebius',
    base: 'https://api.tokenfactory.nebius.com/v1',
    has: ['chat.completions', 'embeddings', 'batches'],
    streamsUsage: true,
  },
  { slug: 'nextbit', base: 'https://api.nextbit256.com/v1', has: ['chat.completions'] },
  {
    slug: 'novita-ai',
    base: 'https://api.novita.ai/openai/v1',
    has: ['chat.completions', 'embeddings', 'batches'],
    streamsUsage: true,
  },
  { slug: 'nscale', base: 'https://inference.api.nscale.com/v1', has: ['chat.completions'] },
  {
    slug: 'ollama',
    base: 'http://127.0.0.1:11434/v1',
    has: ['chat.completions', 'responses', 'embeddings'],
    streamsUsage: true,
  },
  {
    slug: 'openai',
    base: 'https://api.openai.com/v1',
    has: ['chat.completions', 'responses', 'embeddings', 'batches'],
    streamsUsage: true,
  },
  { slug: 'openrouter', base: 'https://openrouter.ai/api/v1', has: ['chat.completions', 'responses', 'embeddings'] },
  {
    slug: 'ovhcloud',
    base: 'https://oai.endpoints.kepler.ai.cloud.ovh.net/v1',
    has: ['chat.completions', 'embeddings'],
  },
  { slug: 'perplexity-ai', base: 'https://api.perplexity.ai', has: ['chat.completions'] },
  {
    slug: 'portkey',
    base: 'https://api.portkey.ai/v1',
    has: ['chat.completions', 'responses', 'embeddings', 'batches'],
    streamsUsage: true,
  },
  { slug: 'recraft-ai', base: 'https://external.api.recraft.ai/v1', has: [] },
  { slug: 'reka-ai', base: 'https://api.reka.ai/v1', has: ['chat.completions'] },
  {
    slug: 'sambanova',
    base: 'https://api.sambanova.ai/v1',
    has: ['chat.completions', 'responses', 'embeddings'],
    streamsUsage: true,
  },
  { slug: 'siliconflow', base: 'https://api.siliconflow.com/v1', has: ['chat.completions', 'embeddings', 'batches'] },
  { slug: 'together-ai', base: 'https://api.together.ai/v1', has: ['chat.completions', 'embeddings'] },
  { slug: 'upstage', base: 'https://api.upstage.ai/v1', has: ['chat.completions', 'embeddings'] },
  { slug: 'voyage', base: 'https://api.voyageai.com/v1', has: ['embeddings'], dialect: 'voyage-embeddings' },
  { slug: 'x-ai', base: 'https://api.x.ai/v1', has: ['chat.completions', 'responses'] },
  { slug: 'z-ai', base: 'https://api.z.ai/api/paas/v4', has: ['chat.completions'] },
  {
    slug: 'zhipu',
    base: 'https://open.bigmodel.cn/api/paas/v4',
    has: ['chat.completions', 'embeddings', 'batches'],
  },
]

/** Providers with their own URLs, credentials or formats. They are tested in locate.test.ts and in their folders. */
const OTHERS = [
  'anthropic',
  'azure-ai',
  'azure-openai',
  'bedrock',
  'cohere',
  'cortex',
  'google',
  'mock',
  'openai-compatible',
  'oracle',
  'predibase',
  'vertex-ai',
  'workers-ai',
]

/** Providers with one translated endpoint. They are tested in locate.test.ts. */
const TRANSLATED = ['nomic', 'segmind', 'stability-ai', 'triton']

/** Providers whose paths are only passed through. They are tested in locate.test.ts. */
const PASSED_THROUGH = ['meshy', 'milvus', 'palm', 'qdrant', 'replicate', 'sagemaker', 'tripo3d']

test('every provider is in one of the tables', () => {
  expect([...HOSTS.map((host) => host.slug), ...OTHERS, ...PASSED_THROUGH, ...TRANSLATED].sort()).toEqual(
    [...providerSlugs()].sort(),
  )
})

for (const host of HOSTS) {
  const adapter = findProvider(host.slug)!
  const call = (path: string, customHost: string | null): Call => ({
    endpoint: 'proxy',
    path,
    search: '?a=b',
    model: null,
    isStream: false,
    body: null,
    customHost,
  })

  test(`${host.slug} uses ${host.base ?? 'no address'} unless a custom host is given`, () => {
    const path = host.has.includes('chat.completions') ? '/chat/completions' : '/embeddings'
    for (const each of [path, '/rerank']) {
      if (host.base !== null) expect(adapter.locate(call(each, null), {})).toBe(`${host.base}${each}?a=b`)
      else expect(() => adapter.locate(call(each, null), {})).toThrow(expect.objectContaining({ param: 'custom_host' }))
      expect(adapter.locate(call(each, 'https://own.example/v9'), {})).toBe(`https://own.example/v9${each}?a=b`)
    }
  })

  test(`${host.slug} has ${host.has.join(', ')}${host.streamsUsage ? ' and supports usage in streams' : ''}`, () => {
    expect(SAMPLE.filter((name) => adapter.endpoints.has(name))).toEqual([...host.has])
    expect(adapter.streamsUsage).toBe(host.streamsUsage ?? false)
    // Without a dialect the client's bytes are sent unchanged.
    const dialects = SAMPLE.map((endpoint) => adapter.dialects?.({ endpoint, model: 'm' })?.name ?? null)
    expect(dialects.filter((name) => name !== null)).toEqual(host.dialect ? [host.dialect] : [])
  })
}

test("ollama needs no key, sends a configured key, and never forwards the client's gateway key", async () => {
  const ollama = findProvider('ollama')!
  const headers = async (secret: string | null) => {
    const sent = { authorization: 'Bearer caller', 'x-api-key': 'caller', accept: '*/*' }
    const request: Outgoing = { method: 'POST', url: 'http://127.0.0.1:11434/v1/x', headers: sent, body: null }
    await ollama.authorize(request, secret === null ? null : { secret: new Secret(secret) }, {})
    return request.headers
  }
  expect(ollama.needsCredential).toBe(false)
  expect(await headers(null)).toEqual({ accept: '*/*' })
  expect(await headers('key')).toEqual({ accept: '*/*', authorization: 'Bearer key' })
})

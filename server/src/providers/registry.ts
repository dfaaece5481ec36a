/** Every provider the gateway knows; adding one is a folder and a line here. */

import type { ProviderAdapter } from './adapter.ts'
import { anthropic } from './anthropic/index.ts'
import { anyscale } from './anyscale/index.ts'
import { azureOpenai } from './azure-openai/index.ts'
import { bedrock } from './bedrock/index.ts'
import { cerebras } from './cerebras/index.ts'
import { cohere } from './cohere/index.ts'
import { dashscope } from './dashscope/index.ts'
import { deepinfra } from './deepinfra/index.ts'
import { deepseek } from './deepseek/index.ts'
import { fireworksAi } from './fireworks-ai/index.ts'
import { github } from './github/index.ts'
import { google } from './google/index.ts'
import { groq } from './groq/index.ts'
import { huggingface } from './huggingface/index.ts'
import { hyperbolic } from './hyperbolic/index.ts'
import { jina } from './jina/index.ts'
import { mistralAi } from './mistral-ai/index.ts'
import { mock } from './mock/index.ts'
import { moonshot } from './moonshot/index.ts'
import { nebius } from './nebius/index.ts'
import { novitaAi } from './novita-ai/index.ts'
import { ollama } from './ollama/index.ts'
import { openai } from './openai/index.ts'
import { openaiCompatible } from './openai-compatible/index.ts'
import { openrouter } from './openrouter/index.ts'
import { perplexityAi } from './perplexity-ai/index.ts'
import { sambanova } from './sambanova/index.ts'
import { siliconflow } from './siliconflow/index.ts'
import { togetherAi } from './together-ai/index.ts'
import { vertexAi } from './vertex-ai/index.ts'
import { voyage } from './voyage/index.ts'
import { xAi } from './x-ai/index.ts'
import { zhipu } from './zhipu/index.ts'

const ADAPTERS: readonly ProviderAdapter[] = [
  anthropic,
  anyscale,
  azureOpenai,
  bedrock,
  cerebras,
  cohere,
  dashscope,
  deepinfra,
  deepseek,
  fireworksAi,
  github,
  google,
  groq,
  huggingface,
  hyperbolic,
  jina,
  mistralAi,
  mock,
  moonshot,
  nebius,
  novitaAi,
  ollama,
  openai,
  openaiCompatible,
  openrouter,
  perplexityAi,
  sambanova,
  siliconflow,
  togetherAi,
  vertexAi,
  voyage,
  xAi,
  zhipu,
]

const bySlug = new Map<string, ProviderAdapter>()
for (const adapter of ADAPTERS) {
  for (const name of [adapter.slug, ...(adapter.aliases ?? [])]) bySlug.set(name, adapter)
}

const slugs: readonly string[] = ADAPTERS.map((adapter) => adapter.slug)

const settings: ReadonlyMap<string, string> = new Map(
  ADAPTERS.flatMap((adapter) =>
    Object.entries(adapter.settings.shape).map(([key, schema]) => [key, descriptionOf(schema)] as const),
  ),
)

export function findProvider(slugOrAlias: string): ProviderAdapter | undefined {
  return bySlug.get(slugOrAlias)
}

/** The slugs without aliases, in alphabetical order. */
export function providerSlugs(): readonly string[] {
  return slugs
}

/** Every provider's own config keys, canonical snake_case, with what each is for. */
export function settingKeys(): ReadonlyMap<string, string> {
  return settings
}

function descriptionOf(schema: unknown): string {
  const isDescribed = typeof schema === 'object' && schema !== null && 'description' in schema
  return isDescribed && typeof schema.description === 'string' ? schema.description : ''
}

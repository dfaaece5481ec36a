/** Every provider the gateway knows; adding one is a folder and a line here. */

import type { ProviderAdapter } from './adapter.ts'
import { anthropic } from './anthropic/index.ts'
import { anyscale } from './anyscale/index.ts'
import { azureOpenai } from './azure-openai/index.ts'
import { bedrock } from './bedrock/index.ts'
import { cohere } from './cohere/index.ts'
import { google } from './google/index.ts'
import { mock } from './mock/index.ts'
import { openai } from './openai/index.ts'
import { openaiCompatible } from './openai-compatible/index.ts'
import { vertexAi } from './vertex-ai/index.ts'

const ADAPTERS: readonly ProviderAdapter[] = [
  anthropic,
  anyscale,
  azureOpenai,
  bedrock,
  cohere,
  google,
  mock,
  openai,
  openaiCompatible,
  vertexAi,
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

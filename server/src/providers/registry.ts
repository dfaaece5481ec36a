/**
 * All providers that the gateway supports. Add a provider with OpenAI's wire format in openai-compatible-hosts.ts, one
 * that is only passed through in passed-through-hosts.ts, and any other here.
 */

import { ACCOUNT_HOSTS } from './account-hosts.ts'
import type { ProviderAdapter } from './adapter.ts'
import { anthropic } from './anthropic.ts'
import { azureAi } from './azure-ai.ts'
import { azureOpenai } from './azure-openai.ts'
import { bedrock } from './bedrock/bedrock.ts'
import { cohere } from './cohere.ts'
import { google } from './google.ts'
import { mock } from './mock/mock.ts'
import { anyOpenaiCompatible, openaiCompatibleAdapter } from './openai-compatible.ts'
import { OPENAI_COMPATIBLE_HOSTS } from './openai-compatible-hosts.ts'
import { PASSED_THROUGH_HOSTS } from './passed-through-hosts.ts'
import { sagemaker } from './sagemaker.ts'
import { TRANSLATED_HOSTS } from './translated-hosts.ts'
import { vertexAi } from './vertex-ai/vertex-ai.ts'

const ADAPTERS: readonly ProviderAdapter[] = [
  anthropic,
  anyOpenaiCompatible,
  azureAi,
  azureOpenai,
  bedrock,
  cohere,
  google,
  mock,
  sagemaker,
  vertexAi,
  ...ACCOUNT_HOSTS,
  ...TRANSLATED_HOSTS,
  ...PASSED_THROUGH_HOSTS,
  ...OPENAI_COMPATIBLE_HOSTS.map(openaiCompatibleAdapter),
].sort((a, b) => (a.slug < b.slug ? -1 : 1))

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

/** In alphabetical order, without aliases. */
export function providerSlugs(): readonly string[] {
  return slugs
}

/** The config keys of all providers in snake_case, with their descriptions. */
export function settingKeys(): ReadonlyMap<string, string> {
  return settings
}

function descriptionOf(schema: unknown): string {
  const isDescribed = typeof schema === 'object' && schema !== null && 'description' in schema
  return isDescribed && typeof schema.description === 'string' ? schema.description : ''
}

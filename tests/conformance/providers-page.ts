/** Generates docs/providers.md: the tested features and the settings of each provider. */

import type { ProviderAdapter } from '../../server/src/providers/adapter.ts'
import { findProvider, providerSlugs } from '../../server/src/providers/registry.ts'
import { CELLS, ENDPOINTS, type EndpointPath, FEATURES } from './matrix.ts'

/** The header or parameter of credentials that are not bearer tokens. */
const CREDENTIALS: Readonly<Record<string, string>> = {
  anthropic: '`api_key`, sent as `x-api-key`',
  'azure-openai': '`api_key`, sent as `api-key`; or an Entra ID token, sent as a bearer token',
  bedrock:
    'access key and secret (with session token or role), which sign each request; or a Bedrock API key as `api_key`',
  google: '`api_key`, sent as `x-goog-api-key`',
  'vertex-ai': 'service account key file, exchanged for access tokens; or an access token as `api_key`',
}

const OPENING = `# Providers

Written by \`node bin/bun.mjs tests/conformance/write-providers-page.ts\` from the tests: do not edit by hand.

Each ✓ is a test of its own in \`tests/conformance\`, and the check fails when one of them does: an official client (\`openai\`,
\`@anthropic-ai/sdk\`) speaks to a running gateway, and a simulator of ours stands behind it that speaks the provider's wire
format as we know it from its documentation, and refuses what we know the provider to refuse. No test speaks to a real provider.
\`tools\` is a loop of two turns with parallel calls; thinking signatures come back to the provider byte for byte.
\`error\` is a 429, a 400 and a stream that breaks off. Some chats are also run with the Vercel AI SDK and against
\`@copilotkit/aimock\`, which others wrote.

Hosts marked ○ are run against the simulator of OpenAI's own format: the mark says that the gateway speaks that format to their
address with their credential, not that each host has the feature (not every host sees images or keeps to a schema).
`

const NOTES = `
The built-in \`mock\` is run at the address of the same simulator here; what it says by itself is in \`tests/contract\`.
\`/rerank\` passes as bytes in both directions and has no common format; other providers may have it too.
Embeddings of \`google\` and of Cohere and Nova models on \`bedrock\` are answered with a \`usage\` of 0 tokens: the providers do not count
in the answer, clients want the member, and nothing is estimated.
Every other path of a provider is reached as it is at \`/v1/proxy/<path>\`.
`

export function providersPage(): string {
  const sections = ENDPOINTS.map((endpoint) => `\n## POST /v1/${endpoint}\n\n${conformanceTable(endpoint)}`)
  return `${OPENING}${sections.join('')}${NOTES}\n## Credentials\n\n${credentialTable()}\n## Settings\n\n${settingTable()}`
}

/** Providers that differ only in their name share a row. */
function conformanceTable(endpoint: EndpointPath): string {
  const rows = new Map<string, string[]>()
  for (const name of new Set(CELLS.map(({ subject }) => subject.name))) {
    const own = CELLS.filter((cell) => cell.subject.name === name && cell.endpoint === endpoint)
    if (own.length === 0) continue
    const isBorrowed = own[0]!.subject.isBorrowed === true
    const mark = isBorrowed ? '○' : '✓'
    const marks = FEATURES.map((feature) => (own.some((cell) => cell.feature === feature) ? mark : '–'))
    const key = `${isBorrowed ? '' : name}|${marks.join(' | ')}`
    rows.set(key, [...(rows.get(key) ?? []), name])
  }
  const lines = [...rows].map(([key, names]) => [
    names.map((name) => `\`${name}\``).join(', '),
    key.slice(key.indexOf('|') + 1),
  ])
  return table(['provider', ...FEATURES], lines)
}

function credentialTable(): string {
  const lines = adapters().map((adapter) => [
    `[${adapter.title}](${adapter.docs})`,
    [adapter.slug, ...(adapter.aliases ?? [])].map((name) => `\`${name}\``).join(', '),
    credentialOf(adapter),
  ])
  return table(['provider', 'slug', 'credential'], lines)
}

function credentialOf({ slug, needsCredential }: ProviderAdapter): string {
  const known = CREDENTIALS[slug]
  if (known !== undefined) return known
  return needsCredential
    ? '`api_key`, sent as a bearer token'
    : 'none needed; `api_key` is sent as a bearer token if given'
}

function settingTable(): string {
  const lines = adapters().flatMap(({ slug, settings }) =>
    Object.entries(settings.shape).map(([key, schema]) => [
      `\`${slug}\``,
      `\`${key}\``,
      `\`x-gateway-${key.replaceAll('_', '-')}\``,
      descriptionOf(schema),
    ]),
  )
  return table(['provider', 'config key', 'header', 'what it is'], lines)
}

function adapters(): ProviderAdapter[] {
  return providerSlugs().map((slug) => findProvider(slug)!)
}

function descriptionOf(schema: unknown): string {
  const isDescribed = typeof schema === 'object' && schema !== null && 'description' in schema
  return isDescribed && typeof schema.description === 'string' ? schema.description : ''
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const rows = [head, head.map(() => '---'), ...lines]
  return rows.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

/** Generates docs/headers.md: every header the gateway reads or adds, with its option names in the SDKs. */

import { CREDENTIAL_HEADERS } from '../../server/src/core/headers.ts'
import { optionsContract } from '../../server/src/core/options/option-table.ts'
import { settingKeys } from '../../server/src/providers/registry.ts'
import { code, table, WRITTEN, words } from './marks.ts'

type Option = {
  readonly header: string
  readonly snake_case: string
  readonly camelCase: string
  readonly type: string
  readonly about: string
}

/** One example value per header; the tests send each of them. */
const EXAMPLES: Readonly<Record<string, string>> = {
  'x-gateway-api-key': 'gww_...',
  'x-gateway-provider': 'mock',
  'x-gateway-virtual-key': 'openai-main',
  'x-gateway-config': '{"provider":"mock","retry":{"attempts":2}}',
  'x-gateway-custom-host': 'http://127.0.0.1:11434/v1',
  'x-gateway-trace-id': 'order-17',
  'x-gateway-metadata': '{"_user":"ada","feature":"search"}',
  'x-gateway-cache-force-refresh': 'true',
  'x-gateway-cache-namespace': 'tenant-4',
  'x-gateway-request-timeout': '8000',
  'x-gateway-forward-headers': '["x-session","authorization"]',
  'x-gateway-debug': 'false',
  'x-gateway-workspace-id': 'ws-...',
  'x-gateway-strict-open-ai-compliance': 'false',
}

const RESPONSE_HEADERS: readonly (readonly [string, string])[] = [
  ['x-gateway-trace-id', 'The trace ID of the request, or a new one if none was sent.'],
  ['x-gateway-request-id', 'ID of this request; its log is `GET /v1/logs/{id}`.'],
  ['x-gateway-provider', 'The provider of the response.'],
  ['x-gateway-last-used-option-index', 'The target of the response, as its path in the config: `config.targets[1]`.'],
  ['x-gateway-retry-attempt-count', 'Number of retries; 0 for none, -1 if all retries failed.'],
  ['x-gateway-cache-status', '`HIT`, `SEMANTIC HIT`, `MISS`, `SEMANTIC MISS`, `REFRESH` or `DISABLED`.'],
  ['x-gateway-error-source', '`gateway` on errors of the gateway itself; absent on errors of the provider.'],
  ['x-should-retry', '`false` if a client must not retry.'],
  ['retry-after', 'Seconds to wait, on 429 and 503 of the gateway.'],
  ['x-ratelimit-limit-requests', 'The rate limit, if one applies. Also `-tokens`.'],
  ['x-ratelimit-remaining-requests', 'Remaining in this window. Also `-tokens`.'],
  ['x-ratelimit-reset-requests', 'Time until the window ends, such as `12s` or `6m0s`. Also `-tokens`.'],
]

export function headersPage(): string {
  const contract = optionsContract(settingKeys()) as {
    readonly options: readonly Option[]
    readonly provider_settings: readonly Option[]
  }
  return `# Headers

${WRITTEN}

The SDKs have an option for each header: \`snake_case\` in Python, \`camelCase\` in TypeScript. The prefix \`x-portkey-\` is an alias
of \`x-gateway-\` (change it with \`GATEWAY_HEADER_ALIASES\`). A value of the wrong type is rejected with 400
[\`invalid_header\`](errors.md#invalid_header), which names the header.

An unknown header with one of these prefixes is ignored with a warning. Two kinds are rejected instead with 400
[\`not_supported\`](errors.md#not_supported): guardrails (\`x-portkey-default-input-guardrails\`) and destinations
(\`x-portkey-azure-foundry-url\`). Headers without the prefix are sent to the provider.

## Request headers

${contract.options.map(optionSection).join('\n')}
## Provider settings

Each is also a key of the [config](config.md), with \`_\` instead of \`-\`. The names of the clouds are accepted too: \`azure-\`
for \`cloud-a-\`, \`vertex-\` for \`cloud-b-\`, \`aws-\` for \`cloud-c-\`.

${table(
  ['header', 'TypeScript', 'Python', 'meaning'],
  contract.provider_settings.map(({ header, camelCase, snake_case, about }) => [
    code(header),
    code(camelCase),
    code(snake_case),
    words(about),
  ]),
)}

## All other headers

They are forwarded to the provider, except headers of the connection (hop-by-hop headers, \`Host\`, \`Content-Length\`), \`Cookie\`,
\`Forwarded\`, \`X-Forwarded-*\` and, if a stored credential is used, the credential headers (${CREDENTIAL_HEADERS.map(code).join(', ')}).
List headers to forward anyway in \`x-gateway-forward-headers\`; they never replace a stored credential. A header that contains
your gateway key is never forwarded.

## Spans

\`traceparent\` (W3C) makes a request a child of the caller's span. Programs without W3C tracing can set
\`x-gateway-span-id\`, \`x-gateway-parent-span-id\` and \`x-gateway-span-name\`; logs with the same trace ID then form a tree.

## Response headers

${table(
  ['header', 'meaning'],
  RESPONSE_HEADERS.map(([name, meaning]) => [code(name), meaning]),
)}

If a request used another prefix, such as \`x-portkey-\`, the response has its headers under both.
`
}

function optionSection({ header, snake_case, camelCase, type, about }: Option): string {
  const example = EXAMPLES[header]
  if (example === undefined) throw new Error(`${header} needs an example in scripts/docs-pages/headers-page.ts`)
  const names = [...new Set([snake_case, camelCase])].map(code)
  const optionsText = `${names.length === 1 ? 'Option' : 'Options'}: ${names.join(', ')}`
  return `### ${code(header)}

${words(about)} Type: ${type}. ${optionsText}.

\`\`\`http
${header}: ${example}
\`\`\`
`
}

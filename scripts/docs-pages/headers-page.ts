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
  ['x-gateway-trace-id', 'The trace id that was sent, or the one made for this request.'],
  ['x-gateway-request-id', 'This request alone; its log is `GET /v1/logs/{id}`.'],
  ['x-gateway-provider', 'Which provider answered.'],
  ['x-gateway-last-used-option-index', 'Which target answered, as its place in the config: `config.targets[1]`.'],
  ['x-gateway-retry-attempt-count', 'Retries before the answer; 0 for none, -1 when all were used up without success.'],
  ['x-gateway-cache-status', '`HIT`, `SEMANTIC HIT`, `MISS`, `SEMANTIC MISS`, `REFRESH` or `DISABLED`.'],
  ['x-gateway-error-source', '`gateway` on refusals of the gateway’s own; absent on errors of the provider.'],
  ['x-should-retry', '`false` when a client must not repeat the call.'],
  ['retry-after', 'Seconds to wait, with 429 and 503 of the gateway.'],
  ['x-ratelimit-limit-requests', 'Under a rate limit of yours: its value. Also `-tokens`.'],
  ['x-ratelimit-remaining-requests', 'What is left in this window. Also `-tokens`.'],
  ['x-ratelimit-reset-requests', 'Time until the window ends, such as `12s` or `6m0s`. Also `-tokens`.'],
]

export function headersPage(): string {
  const contract = optionsContract(settingKeys()) as {
    readonly options: readonly Option[]
    readonly provider_settings: readonly Option[]
  }
  return `# Headers

${WRITTEN}

The SDKs have an option for each header: \`snake_case\` in Python, \`camelCase\` in TypeScript. The prefix \`x-portkey-\` means the
same as \`x-gateway-\` (\`GATEWAY_HEADER_ALIASES\` changes that). A value of the wrong type is refused with 400
[\`invalid_header\`](errors.md#invalid_header), which names the header.

A header with one of these prefixes that the gateway does not know is ignored with a warning, except two kinds that are refused with
400 [\`not_supported\`](errors.md#not_supported): headers that ask for a safety check (\`x-portkey-default-input-guardrails\`) and
headers that say where a request is to go (\`x-portkey-azure-foundry-url\`). Headers without the prefix go to the provider.

## Sent by you

${contract.options.map(optionSection).join('\n')}
## Settings of providers

Each is also a key of the [config](config.md), with \`_\` for \`-\`. The real names of the clouds are accepted as well: \`azure-\`
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

They are forwarded to the provider, except those of the connection (hop-by-hop headers, \`Host\`, \`Content-Length\`), \`Cookie\`,
\`Forwarded\`, \`X-Forwarded-*\` and, when a stored credential is used, the credential headers (${CREDENTIAL_HEADERS.map(code).join(', ')}).
\`x-gateway-forward-headers\` names those that shall pass nevertheless; they never replace a stored credential. A header that
contains your gateway key is never forwarded, whatever its name.

## Spans

\`traceparent\` (W3C) makes a request a child of the caller's span. Programs that keep no such trace name spans themselves:
\`x-gateway-span-id\`, \`x-gateway-parent-span-id\` and \`x-gateway-span-name\`; logs with one trace id then show as a tree.

## Added to answers

${table(
  ['header', 'meaning'],
  RESPONSE_HEADERS.map(([name, meaning]) => [code(name), meaning]),
)}

When a request used another prefix, such as \`x-portkey-\`, the answer has its headers under both.
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

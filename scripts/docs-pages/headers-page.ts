/** Generates docs/headers.md: every header the gateway reads or adds, with its option in both SDKs. */

import { CREDENTIAL_HEADERS } from '../../server/src/core/headers.ts'
import { optionsContract, PREFIX } from '../../server/src/core/options/option-table.ts'
import { settingKeys } from '../../server/src/providers/registry.ts'
import { code, table, WRITTEN, words } from './marks.ts'

type Option = {
  readonly header: string
  readonly snake_case: string
  readonly camelCase: string
  readonly vendor_name?: { readonly snake_case: string; readonly camelCase: string }
  readonly type: string
  readonly about: string
}

/** Example values. tests/docs sends each of them. */
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
  'x-gateway-default-input-guardrails': '[{"default.wordCount":{"maxWords":500},"deny":true}]',
  'x-gateway-default-output-guardrails': '[{"default.wordCount":{"maxWords":500}}]',
}

const RESPONSE_HEADERS: readonly (readonly [string, string])[] = [
  ['x-gateway-trace-id', 'The trace id of the request, or a generated one.'],
  ['x-gateway-request-id', 'Id of this request; its log is `GET /v1/logs/{id}`.'],
  ['x-gateway-provider', 'The provider that responded.'],
  ['x-gateway-last-used-option-index', 'Config path of the target that responded: `config.targets[1]`.'],
  ['x-gateway-retry-attempt-count', 'Retries before the response; 0 for none, -1 if all retries failed.'],
  ['x-gateway-cache-status', '`HIT`, `SEMANTIC HIT`, `MISS`, `SEMANTIC MISS`, `REFRESH` or `DISABLED`.'],
  [
    'x-gateway-warning',
    'What the gateway left out or estimated for this provider: `Left out tools that this provider does not have: web_search.` Also in `warnings` of the log. Members of a chat request that the provider does not have are left out without a warning.',
  ],
  ['x-gateway-error-source', '`gateway` on errors of the gateway itself; absent on errors of the provider.'],
  ['x-should-retry', '`false` if the client must not retry.'],
  ['retry-after', 'Seconds to wait, on 429 and 503 of the gateway.'],
  ['x-ratelimit-limit-requests', 'Value of the tightest of your rate limits. Also `-tokens`.'],
  ['x-ratelimit-remaining-requests', 'Remaining requests in this window. Also `-tokens`.'],
  ['x-ratelimit-reset-requests', 'Time until the window resets, such as `12s` or `6m0s`. Also `-tokens`.'],
]

export function headersPage(): string {
  const contract = optionsContract(settingKeys()) as {
    readonly options: readonly Option[]
    readonly provider_settings: readonly Option[]
  }
  return `# Headers

${WRITTEN}

Control a single request with headers:

\`\`\`sh
curl http://127.0.0.1:8787/v1/chat/completions \\
  -H "x-gateway-api-key: $GATEWAY_API_KEY" -H "x-gateway-provider: mock" -H "Content-Type: application/json" \\
  -H "x-gateway-trace-id: order-17" -H "x-gateway-request-timeout: 8000" \\
  -d '{"model": "mock-1", "messages": [{"role": "user", "content": "Hello"}]}'
\`\`\`

The SDKs have an option for each header: \`snake_case\` in Python, \`camelCase\` in TypeScript. The prefix \`x-portkey-\` means the
same as \`x-gateway-\` (change it with \`GATEWAY_HEADER_ALIASES\`). A value of the wrong type is refused with 400
[\`invalid_header\`](errors.md#invalid_header), which names the header.

An unknown header with one of these prefixes is ignored with a warning, except two kinds that are refused with
400 [\`not_supported\`](errors.md#not_supported): headers that request a safety check (\`x-portkey-output-moderation\`) and
headers that set the destination (\`x-portkey-huggingface-base-url\`). Headers without the prefix are forwarded to the provider.

## Request headers

${contract.options.map(optionSection).join('\n')}
## Provider settings

Each is also a [config](config.md) key, with \`_\` instead of \`-\`. Settings of Azure (\`azure-\`), Vertex AI (\`vertex-\`) and AWS
(\`aws-\`) have a second name: \`cloud-a-\`, \`cloud-b-\` and \`cloud-c-\`. Both names work everywhere.

${table(['header', 'TypeScript', 'Python', 'meaning'], contract.provider_settings.map(settingRow))}

## All other headers

The gateway forwards them to the provider, except hop-by-hop headers, \`Host\`, \`Content-Length\`, \`Cookie\`, \`Set-Cookie\`,
\`Forwarded\`, \`X-Forwarded-*\` and, if a stored credential is used, the credential headers (${CREDENTIAL_HEADERS.map(code).join(', ')}).
List headers in \`x-gateway-forward-headers\` to forward them anyway; they never replace a stored credential. A header that
contains your gateway key is never forwarded, regardless of its name.

## Spans

\`traceparent\` (W3C) makes a request a child of the caller's span. Programs without W3C tracing can name spans with
\`x-gateway-span-id\`, \`x-gateway-parent-span-id\` and \`x-gateway-span-name\`; logs with the same trace id are then shown as a tree.

## Response headers

${table(
  ['header', 'meaning'],
  RESPONSE_HEADERS.map(([name, meaning]) => [code(name), meaning]),
)}

If the request uses another prefix, such as \`x-portkey-\`, the response has the headers with both prefixes.
`
}

function settingRow({ header, camelCase, snake_case, vendor_name: vendor, about }: Option): readonly string[] {
  if (vendor === undefined) return [code(header), code(camelCase), code(snake_case), words(about)]
  const vendorHeader = PREFIX + vendor.snake_case.replaceAll('_', '-')
  const both = (one: string, other: string) => `${code(one)}, ${code(other)}`
  return [
    both(vendorHeader, header),
    both(vendor.camelCase, camelCase),
    both(vendor.snake_case, snake_case),
    words(about),
  ]
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

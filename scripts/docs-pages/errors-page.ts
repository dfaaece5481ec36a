/** Generates docs/errors.md: every error of the gateway, under the anchor in its `doc_url`. */

import { ERRORS } from '../../server/src/core/error-table.ts'
import { code, WRITTEN, words } from './marks.ts'

type Row = { readonly status: number; readonly type: string; readonly message: string; readonly hint: string }

const STATUSES: Readonly<Record<number, string>> = {
  400: 'the request or its config is wrong',
  401: 'the key is missing or wrong',
  403: 'the key lacks permission',
  404: 'it does not exist',
  405: 'wrong method',
  408: 'the provider was too slow',
  409: 'conflict',
  412: 'the budget is used up',
  413: 'too large',
  415: 'wrong content type',
  429: 'too many requests',
  431: 'too many headers',
  500: 'an internal error of the gateway',
  502: 'the provider is unreachable, or the connection broke',
  503: 'temporarily unavailable',
  504: 'the provider stopped sending',
}

const INTRODUCTION = `# Errors

${WRITTEN}

All errors of the gateway itself have the same format. \`message\` says what is wrong and where, \`hint\` how to fix it, \`param\`
names the header, body member or JSON path, and \`doc_url\` links to this page.

\`\`\`json
{
  "status": "failure",
  "message": "x-gateway-provider: unknown provider \\"opena1\\". Did you mean \\"openai\\"?",
  "error": {
    "message": "x-gateway-provider: unknown provider \\"opena1\\". Did you mean \\"openai\\"?",
    "type": "invalid_request_error",
    "code": "provider_unknown",
    "param": "x-gateway-provider",
    "hint": "Known providers: anthropic, anyscale, azure-openai, ...",
    "doc_url": "/docs/errors#provider_unknown",
    "trace_id": "0199c0de-0000-7000-8000-000000000000"
  }
}
\`\`\`

Errors of a provider are passed through unchanged. Only errors of the gateway have the header \`x-gateway-error-source: gateway\`.
\`x-should-retry: false\` tells clients not to retry; the official OpenAI and Anthropic clients respect it.
\`GET /v1/logs?trace_id=<trace_id>\` returns the request with its attempts and routing decisions.
`

export function errorsPage(): string {
  const rows = Object.entries(ERRORS) as [string, Row & { readonly retry?: boolean }][]
  const statuses = [...new Set(rows.map(([, { status }]) => status))].sort((left, right) => left - right)
  const groups = statuses.map((status) => {
    const own = rows.filter(([, row]) => row.status === status)
    return `## ${status}: ${STATUSES[status] ?? own[0]?.[1].type ?? ''}\n\n${own.map(section).join('\n')}`
  })
  return `${[INTRODUCTION, ...groups].join('\n')}`
}

function section([name, { type, message, hint, retry }]: [string, Row & { readonly retry?: boolean }]): string {
  const retryNote = retry === false ? ' Sent with `x-should-retry: false`.' : ''
  return `### ${code(name)}

${words(message)} ${words(hint)}

Type ${code(type)}.${retryNote}
`
}

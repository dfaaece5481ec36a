/** Generates docs/errors.md: every error of the gateway itself, with the anchor that its `doc_url` names. */

import { ERRORS } from '../../server/src/core/error-table.ts'
import { code, WRITTEN, words } from './marks.ts'

type Row = { readonly status: number; readonly type: string; readonly message: string; readonly hint: string }

const STATUSES: Readonly<Record<number, string>> = {
  400: 'the request or its config is invalid',
  401: 'the key is missing or invalid',
  403: 'the key lacks the permission',
  404: 'not found',
  405: 'method not allowed',
  408: 'timeout',
  409: 'conflict',
  412: 'the budget is used up',
  413: 'too large',
  415: 'unsupported content type',
  429: 'too many requests',
  431: 'too many headers',
  500: 'internal error of the gateway',
  502: 'the provider is unreachable, or its response was interrupted',
  503: 'temporarily unavailable',
  504: 'the provider stopped sending',
}

const INTRODUCTION = `# Errors

${WRITTEN}

Find an error by its \`code\`. All errors of the gateway itself have the same shape: \`message\` says what is wrong and where,
\`hint\` how to fix it, \`param\` names the header, body field or JSON path, and \`doc_url\` links to this page.

\`\`\`json
{
  "status": "failure",
  "message": "x-gateway-provider: invalid provider \\"opena1\\". Did you mean \\"openai\\"?",
  "error": {
    "message": "x-gateway-provider: invalid provider \\"opena1\\". Did you mean \\"openai\\"?",
    "type": "invalid_request_error",
    "code": "provider_unknown",
    "param": "x-gateway-provider",
    "hint": "Known providers: anthropic, anyscale, azure-openai, ...",
    "doc_url": "http://127.0.0.1:8787/docs/errors#provider_unknown",
    "trace_id": "0199c0de-0000-7000-8000-000000000000"
  }
}
\`\`\`

Callers of Gemini's format (\`/v1beta/models/{model}:generateContent\`, \`:streamGenerateContent\`, \`:countTokens\`,
\`:embedContent\`, \`:batchEmbedContents\`, \`GET /v1beta/models\` and every other path of that API) get Google's form instead.
\`status\` follows from the HTTP status, and \`reason\` is the code in upper case:

\`\`\`json
{
  "error": {
    "code": 429,
    "message": "This key has too many concurrent requests.",
    "status": "RESOURCE_EXHAUSTED",
    "details": [
      {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        "reason": "TOO_MANY_CONCURRENT",
        "domain": "gatehouse",
        "metadata": { "code": "too_many_concurrent", "hint": "Wait for running requests to finish." }
      },
      { "@type": "type.googleapis.com/google.rpc.RequestInfo", "requestId": "0199c0de-0000-7000-8000-000000000000" },
      { "@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "12s" }
    ]
  }
}
\`\`\`

Errors of a provider pass through unchanged. Only errors of the gateway itself have the header \`x-gateway-error-source: gateway\`.
\`x-should-retry: false\` tells clients not to retry; the official OpenAI and Anthropic clients obey it.
\`GET /v1/logs?trace_id=<trace_id>\` finds the request with all its decisions.
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

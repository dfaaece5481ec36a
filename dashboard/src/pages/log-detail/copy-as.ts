/** A logged request as code that repeats it. The key appears as an environment variable only. */

import { quote } from '../../app/view-code.ts'

export type CopyLanguage = 'curl' | 'typescript' | 'python' | 'openai'

type Copied = {
  readonly method: string
  readonly path: string
  readonly endpoint: string
  readonly provider: string | null
  readonly virtual_key: string | null
  readonly config: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly request: { readonly body: string | null; readonly body_encoding: string; readonly body_cut: boolean }
}

const KEY = 'GATEWAY_API_KEY'

export function copyAs(log: Copied, language: CopyLanguage, origin: string): string {
  const headers = headersOf(log)
  const body = log.request.body_encoding === 'utf-8' && !log.request.body_cut ? log.request.body : null
  const url = origin + log.path
  const note = body === null && log.method !== 'GET' ? 'The stored body is incomplete. Add the missing part.' : null
  switch (language) {
    case 'curl':
      return [...(note ? [`# ${note}`] : []), curl(log.method, url, headers, body)].join('\n')
    case 'typescript':
      return [...(note ? [`// ${note}`] : []), typescript(log.method, url, headers, body)].join('\n')
    case 'python':
      return [...(note ? [`# ${note}`] : []), python(log.method, url, headers, body)].join('\n')
    case 'openai':
      return [...(note ? [`# ${note}`] : []), openai(log, origin, headers, body)].join('\n')
  }
}

/** Routing headers for saved objects; inline configs are not stored. */
function headersOf(log: Copied): Record<string, string> {
  const { _organisation, ...metadata } = log.metadata
  return {
    ...(log.method !== 'GET' && { 'content-type': 'application/json' }),
    ...(log.config !== null
      ? { 'x-gateway-config': log.config }
      : log.virtual_key !== null
        ? { 'x-gateway-virtual-key': log.virtual_key }
        : log.provider !== null && { 'x-gateway-provider': log.provider }),
    ...(Object.keys(metadata).length > 0 && { 'x-gateway-metadata': JSON.stringify(metadata) }),
  }
}

type Headers = Readonly<Record<string, string>>

function curl(method: string, url: string, headers: Headers, body: string | null): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(url)}`,
    `-H "x-gateway-api-key: $${KEY}"`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${quote(body)}`]),
  ]
  return lines.join(' \\\n  ')
}

function typescript(method: string, url: string, headers: Headers, body: string | null): string {
  const rows = Object.entries(headers).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`)
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: ${JSON.stringify(method)},`,
    '  headers: {',
    `    'x-gateway-api-key': process.env.${KEY} ?? '',`,
    ...rows,
    '  },',
    ...(body === null ? [] : [`  body: ${JSON.stringify(body)},`]),
    '})',
    'console.log(response.status, await response.text())',
  ].join('\n')
}

/** A JSON string is a valid Python string if it is ASCII only. */
function pythonText(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function python(method: string, url: string, headers: Headers, body: string | null): string {
  const rows = Object.entries(headers).map(([name, value]) => `        ${pythonText(name)}: ${pythonText(value)},`)
  // Python does not combine surrogate pairs from \u escapes; encoding to UTF-16 and decoding again does.
  const data =
    body === null ? [] : [`    data=${pythonText(body)}.encode("utf-16", "surrogatepass").decode("utf-16").encode(),`]
  return [
    'import os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${pythonText(url)},`,
    `    method=${pythonText(method)},`,
    '    headers={',
    `        "x-gateway-api-key": os.environ["${KEY}"],`,
    ...rows,
    '    },',
    ...data,
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n')
}

const CALLS: Readonly<Record<string, string>> = {
  'chat.completions': 'chat.completions.create',
  completions: 'completions.create',
  embeddings: 'embeddings.create',
  responses: 'responses.create',
}

function openai(log: Copied, origin: string, headers: Headers, body: string | null): string {
  const { 'content-type': _, ...extra } = headers
  const rows = Object.entries(extra).map(([name, value]) => `        ${pythonText(name)}: ${pythonText(value)},`)
  const call = CALLS[log.endpoint]
  if (call === undefined) return `# The OpenAI SDK has no call for ${log.method} ${log.path}: use curl.`
  return [
    'import json, os',
    'from openai import OpenAI',
    '',
    'client = OpenAI(',
    `    base_url=${pythonText(`${origin}/v1`)},`,
    `    api_key=os.environ["${KEY}"],`,
    ...(rows.length === 0 ? [] : ['    default_headers={', ...rows, '    },']),
    ')',
    `body = json.loads(${pythonText(body ?? '{}')})`,
    `print(client.${call}(**body))`,
  ].join('\n')
}

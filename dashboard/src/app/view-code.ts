/** The current view as an API call. Each page registers its call; the `</>` button renders it in four languages. */

import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Query, queryText } from '../api/client.ts'

export type ViewCall = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path after /v1. */
  readonly path: string
  readonly query?: Query
  readonly body?: unknown
  /** The CLI equivalent, if there is one: `gatehouse logs tail`. */
  readonly cli?: string
}

export const viewCall = signal<ViewCall | null>(null)

export function useViewCode(call: ViewCall | null): void {
  const text = JSON.stringify(call)
  // Compare calls by value, not by identity.
  useEffect(() => {
    viewCall.value = call
    return () => {
      viewCall.value = null
    }
  }, [text])
}

export type CodeLanguage = 'curl' | 'typescript' | 'python' | 'cli'

export function writeCode(call: ViewCall, language: CodeLanguage, origin: string): string {
  const method = call.method ?? 'GET'
  const url = `${origin}/v1${call.path}${queryText(call.query)}`
  const body = call.body === undefined ? null : JSON.stringify(call.body, null, 2)
  switch (language) {
    case 'curl':
      return curl(method, url, body)
    case 'typescript':
      return typescript(method, url, body)
    case 'python':
      return python(method, url, body)
    case 'cli':
      return call.cli ?? `gatehouse api ${method.toLowerCase()} ${quote(url.slice(origin.length))}${cliBody(body)}`
  }
}

function curl(method: string, url: string, body: string | null): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(url)}`,
    '-H "x-gateway-api-key: $GATEWAY_API_KEY"',
  ]
  if (body !== null) lines.push('-H "content-type: application/json"', `-d ${quote(body)}`)
  return lines.join(' \\\n  ')
}

function typescript(method: string, url: string, body: string | null): string {
  const head =
    body === null
      ? "{ 'x-gateway-api-key': process.env.GATEWAY_API_KEY! }"
      : "{ 'x-gateway-api-key': process.env.GATEWAY_API_KEY!, 'content-type': 'application/json' }"
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: ${head},`,
    ...(body === null ? [] : [`  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),`]),
  ]
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    ...options,
    '})',
    'console.log(await response.json())',
  ].join('\n')
}

function python(method: string, url: string, body: string | null): string {
  const headers = ['"x-gateway-api-key": os.environ["GATEWAY_API_KEY"]']
  if (body !== null) headers.push('"content-type": "application/json"')
  // The body is a JSON text inside a Python string, because true, false and null are spelled differently in Python.
  const data = body === null ? '' : `\n    data=${JSON.stringify(JSON.stringify(JSON.parse(body)))}.encode(),`
  return [
    'import json, os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    `    method="${method}",`,
    `    headers={${headers.join(', ')}},${data}`,
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.load(response))',
  ].join('\n')
}

function cliBody(body: string | null): string {
  return body === null ? '' : ` --body ${quote(body)}`
}

/** Quotes for a POSIX shell, so that it expands nothing. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

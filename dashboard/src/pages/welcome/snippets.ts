/** The first request in four languages, with the real URL and the new key. */

import { quote } from '../../app/view-code.ts'

export type SnippetLanguage = 'curl' | 'typescript' | 'python' | 'openai'

/** Target of the request: mock provider, a provider with a virtual key, or a custom URL. */
export type Target =
  | { readonly kind: 'mock' }
  | { readonly kind: 'provider'; readonly slug: string }
  | { readonly kind: 'host'; readonly url: string }

type Wish = { readonly origin: string; readonly key: string; readonly target: Target }

export const SHOWN_KEY = '<your workspace key>'

function modelOf(target: Target): string {
  return target.kind === 'mock' ? 'mock-1' : 'gpt-4o-mini'
}

/** Header names and values in addition to the gateway key. */
export function headersOf(target: Target): readonly (readonly [string, string])[] {
  if (target.kind === 'mock') return [['x-gateway-provider', 'mock']]
  if (target.kind === 'provider') {
    return [
      ['x-gateway-provider', target.slug],
      ['Authorization', 'Bearer <your provider key>'],
    ]
  }
  return [
    ['x-gateway-provider', 'openai'],
    ['x-gateway-custom-host', target.url],
    ['Authorization', 'Bearer <its key, if it wants one>'],
  ]
}

export function bodyOf(target: Target) {
  return { model: modelOf(target), messages: [{ role: 'user', content: 'Hello' }] }
}

export function snippet(language: SnippetLanguage, { origin, key, target }: Wish): string {
  const headers = [['x-gateway-api-key', key] as const, ...headersOf(target)]
  const body = bodyOf(target)
  const base = `${origin}/v1`
  switch (language) {
    case 'curl':
      return [
        `curl ${base}/chat/completions`,
        ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
        "-H 'content-type: application/json'",
        `-d ${quote(JSON.stringify(body))}`,
      ].join(' \\\n  ')
    case 'typescript':
      return [
        `const response = await fetch('${base}/chat/completions', {`,
        "  method: 'POST',",
        '  headers: {',
        ...headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
        "    'content-type': 'application/json',",
        '  },',
        `  body: JSON.stringify(${JSON.stringify(body)}),`,
        '})',
        'console.log(await response.json())',
      ].join('\n')
    case 'python':
      return [
        'import json, urllib.request',
        '',
        'request = urllib.request.Request(',
        `    "${base}/chat/completions",`,
        '    headers={',
        ...headers.map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
        '        "content-type": "application/json",',
        '    },',
        `    data=json.dumps(${JSON.stringify(body)}).encode(),`,
        ')',
        'print(json.load(urllib.request.urlopen(request)))',
      ].join('\n')
    case 'openai': {
      // One option per line: apps that already use the package change only these two.
      const own = Object.fromEntries(headers.filter(([name]) => name !== 'Authorization'))
      return [
        "import OpenAI from 'openai'",
        '',
        'const client = new OpenAI({',
        `  baseURL: '${base}',`,
        `  apiKey: '${target.kind === 'mock' ? 'unused' : '<your provider key>'}',`,
        `  defaultHeaders: ${JSON.stringify(own)},`,
        '})',
        `const answer = await client.chat.completions.create(${JSON.stringify(body)})`,
        'console.log(answer.choices[0].message.content)',
      ].join('\n')
    }
  }
}

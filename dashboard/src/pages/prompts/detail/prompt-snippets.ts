/** Code examples that call a prompt. */

import { quote } from '../../../app/view-code.ts'

export type SnippetLanguage = 'curl' | 'typescript' | 'python'

type Wish = {
  readonly origin: string
  /** `slug`, `slug@latest`, `slug@3`, `slug@production`. */
  readonly reference: string
  readonly variables: Readonly<Record<string, unknown>>
  /** The prompt has a virtual key; without one the request must name a provider. */
  readonly hasVirtualKey: boolean
}

export function promptSnippet(
  language: SnippetLanguage,
  { origin, reference, variables, hasVirtualKey }: Wish,
): string {
  const url = `${origin}/v1/prompts/${reference}/completions`
  const body = JSON.stringify({ variables })
  switch (language) {
    case 'curl':
      return [
        `curl ${quote(url)}`,
        '-H "x-gateway-api-key: $GATEWAY_API_KEY"',
        ...(hasVirtualKey ? [] : ["-H 'x-gateway-provider: mock'"]),
        "-H 'content-type: application/json'",
        `-d ${quote(body)}`,
      ].join(' \\\n  ')
    case 'typescript':
      return [
        `const response = await fetch(${JSON.stringify(url)}, {`,
        "  method: 'POST',",
        '  headers: {',
        "    'x-gateway-api-key': process.env.GATEWAY_API_KEY!,",
        ...(hasVirtualKey ? [] : ["    'x-gateway-provider': 'mock',"]),
        "    'content-type': 'application/json',",
        '  },',
        `  body: JSON.stringify(${body}),`,
        '})',
        'console.log(await response.json())',
      ].join('\n')
    case 'python':
      return [
        'import json, os, urllib.request',
        '',
        'request = urllib.request.Request(',
        `    ${JSON.stringify(url)},`,
        '    headers={',
        '        "x-gateway-api-key": os.environ["GATEWAY_API_KEY"],',
        ...(hasVirtualKey ? [] : ['        "x-gateway-provider": "mock",']),
        '        "content-type": "application/json",',
        '    },',
        `    data=${JSON.stringify(body)}.encode(),`,
        ')',
        'print(json.load(urllib.request.urlopen(request)))',
      ].join('\n')
  }
}

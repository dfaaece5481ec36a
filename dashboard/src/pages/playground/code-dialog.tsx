/** A column's call as code, with an API key instead of the session. */

import { useState } from 'preact/hooks'
import { quote } from '../../app/view-code.ts'
import { Segments } from '../../design/controls/segments.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { Dialog } from '../../design/overlays/dialog.tsx'
import type { PlaygroundCall } from './playground-column.ts'

const LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
]

export function CodeDialog({ call, onClose }: { readonly call: PlaygroundCall; readonly onClose: () => void }) {
  const [language, setLanguage] = useState('curl')
  return (
    <Dialog title="Copy as code" isWide onClose={onClose}>
      <Segments label="Language" choices={LANGUAGES} value={language} onValue={setLanguage} />
      <CodeBlock title={language} code={writeCall(call, language, location.origin)} />
    </Dialog>
  )
}

function writeCall({ path, headers, body }: PlaygroundCall, language: string, origin: string): string {
  const url = `${origin}/v1${decodeURIComponent(path)}`
  const { stream: _, stream_options: __, ...plain } = body
  const text = JSON.stringify(plain, null, 2)
  const own = Object.entries(headers)
  if (language === 'typescript') {
    return [
      `const response = await fetch(${JSON.stringify(url)}, {`,
      "  method: 'POST',",
      '  headers: {',
      "    'x-gateway-api-key': process.env.GATEWAY_API_KEY!,",
      ...own.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
      "    'content-type': 'application/json',",
      '  },',
      `  body: JSON.stringify(${text.replaceAll('\n', '\n  ')}),`,
      '})',
      'console.log(await response.json())',
    ].join('\n')
  }
  if (language === 'python') {
    return [
      'import json, os, urllib.request',
      '',
      'request = urllib.request.Request(',
      `    ${JSON.stringify(url)},`,
      '    headers={',
      '        "x-gateway-api-key": os.environ["GATEWAY_API_KEY"],',
      ...own.map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
      '        "content-type": "application/json",',
      '    },',
      // The body is a JSON text inside a Python string, because true, false and null are spelled differently in Python.
      `    data=${JSON.stringify(JSON.stringify(plain))}.encode(),`,
      ')',
      'print(json.load(urllib.request.urlopen(request)))',
    ].join('\n')
  }
  return [
    `curl ${quote(url)}`,
    '-H "x-gateway-api-key: $GATEWAY_API_KEY"',
    ...own.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    "-H 'content-type: application/json'",
    `-d ${quote(text)}`,
  ].join(' \\\n  ')
}

import { expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withCurl } from '../../../../tests/harness/curl-stand-in.ts'
import { copyAs } from './copy-as.ts'

const BODY = JSON.stringify({
  model: 'm',
  messages: [{ role: 'user', content: 'it’s "five" $HOME `id` \\ é 😀 \n line' }],
})

function log(more: object = {}) {
  return {
    method: 'POST',
    path: '/v1/chat/completions',
    endpoint: 'chat.completions',
    provider: 'mock',
    virtual_key: null,
    config: null,
    metadata: { _organisation: 'o', _user: "o'hara" },
    request: { body: BODY, body_encoding: 'utf-8', body_cut: false },
    ...more,
  }
}

/** Runs a server that records the request it receives. */
async function caught(run: (origin: string) => Promise<number>) {
  const seen: { body: string; headers: Record<string, string> }[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      seen.push({ body: await request.text(), headers: Object.fromEntries(request.headers) })
      return new Response('{}')
    },
  })
  try {
    expect(await run(`http://127.0.0.1:${server.port}`)).toBe(0)
  } finally {
    server.stop(true)
  }
  return seen[0]
}

const environment = { ...process.env, GATEWAY_API_KEY: 'secret' }

test.each(['curl', 'typescript'] as const)(
  'as %s it sends the same bytes with the key of the environment',
  async (language) => {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-copy-'))
    const seen = await caught(async (origin) => {
      const file = join(folder, 'program')
      await writeFile(`${file}.mts`, copyAs(log(), language, origin))
      const command = { curl: ['sh', `${file}.mts`], typescript: [process.execPath, `${file}.mts`] }[language]
      const env = { ...environment, ...withCurl(folder) }
      return Bun.spawn(command, { env, stdout: 'ignore', stderr: 'inherit' }).exited
    })
    await rm(folder, { recursive: true })
    expect(seen?.body).toBe(BODY)
    expect(seen?.headers).toMatchObject({
      'x-gateway-api-key': 'secret',
      'x-gateway-provider': 'mock',
      'x-gateway-metadata': '{"_user":"o\'hara"}',
    })
  },
)

test('as Python it holds the same body, in characters every Python reads alike', () => {
  for (const language of ['python', 'openai'] as const) {
    const code = copyAs(log(), language, 'http://g')
    const literals = [...code.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([literal]) => JSON.parse(literal) as string)
    expect(literals).toContain(BODY)
    expect([...code].every((one) => one.charCodeAt(0) < 128)).toBe(true)
  }
})

test('what was saved wins over what it led to', () => {
  expect(copyAs(log({ config: 'pc-1', virtual_key: 'vk' }), 'curl', 'http://g')).toContain('x-gateway-config: pc-1')
  expect(copyAs(log({ virtual_key: 'vk' }), 'openai', 'http://g')).toContain('"x-gateway-virtual-key": "vk"')
})

test('an incomplete body is reported and not completed', () => {
  const cut = log({ request: { body: BODY, body_encoding: 'utf-8', body_cut: true } })
  for (const language of ['curl', 'typescript', 'python', 'openai'] as const) {
    expect(copyAs(cut, language, 'http://g')).toContain('stored body is incomplete')
    expect(copyAs(cut, language, 'http://g')).not.toContain('five')
  }
})

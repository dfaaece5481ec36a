import { expect, test } from 'bun:test'
import { waitForLog } from '../harness/read-logs.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { DONE, data, scriptedProvider } from './usage/scripted-provider.ts'

const gateway = await shareGateway()

const WEATHER = { type: 'function', name: 'get', parameters: { type: 'object', properties: {} } }
/** The tools of Codex with an MCP server. */
const TOOLS = [
  { type: 'namespace', name: 'mcp__weather', description: 'Weather.', tools: [WEATHER] },
  { type: 'web_search', external_web_access: false },
]
const CALL = { id: 'call_1', type: 'function', function: { name: 'mcp__weather__get', arguments: '{}' } }
const USAGE = { prompt_tokens: 4, completion_tokens: 1, total_tokens: 5 }
const CHAT = {
  type: 'application/json',
  pieces: [
    JSON.stringify({
      model: 'm',
      choices: [
        { index: 0, message: { role: 'assistant', content: null, tool_calls: [CALL] }, finish_reason: 'tool_calls' },
      ],
      usage: USAGE,
    }),
  ],
}
const chunk = (delta: object, rest: object = {}) =>
  data({ model: 'm', choices: [{ index: 0, delta, finish_reason: null, ...rest }] })
const STREAMED = {
  pieces: [
    chunk({ tool_calls: [{ index: 0, ...CALL }] }),
    chunk({}, { finish_reason: 'tool_calls' }),
    data({ model: 'm', choices: [], usage: USAGE }),
    DONE,
  ],
}
const WARNING = 'Left out tools that this provider does not have: web_search.'

async function ask(config: object, body: object) {
  const headers = { 'x-gateway-config': JSON.stringify(config), 'x-gateway-trace-id': crypto.randomUUID() }
  return gateway.fetch('/v1/responses', {
    method: 'POST',
    headers,
    body: { model: 'm', input: 'x', tools: TOOLS, ...body },
  })
}

/** A body over 256 KiB is translated in a worker thread. */
const LARGE = { input: 'x'.repeat(300 * 1024) }

for (const [name, body] of [
  ['a small body', {}],
  ['a large body', LARGE],
] as const) {
  for (const stream of [false, true]) {
    test(`a chat provider serves Codex’s tools, and the response says what was left out: ${name}, stream ${stream}`, async () => {
      await using upstream = scriptedProvider(stream ? STREAMED : CHAT)
      const target = { provider: 'hyperbolic', api_key: 'sk', custom_host: `${upstream.url}/v1` }
      const reply = await ask(target, { ...body, stream, text: { verbosity: 'low' }, client_metadata: { a: 'b' } })
      expect(reply.status).toBe(200)
      expect(reply.headers.get('x-gateway-warning')).toBe(WARNING)
      const text = await reply.text()
      const response = stream ? JSON.parse(text.trim().split('data: ').at(-1) ?? '').response : JSON.parse(text)
      expect(response.output).toMatchObject([
        { type: 'function_call', call_id: 'call_1', namespace: 'mcp__weather', name: 'get', arguments: '{}' },
      ])
      const sent = JSON.parse(upstream.asked[0] ?? '')
      // Members that only OpenAI has are not sent: strict hosts refuse them.
      const known = ['messages', 'model', 'tools', ...(stream ? ['stream', 'stream_options'] : [])]
      expect(Object.keys(sent).sort()).toEqual(known.sort())
      expect(sent.tools.map((tool: typeof CALL) => tool.function.name)).toEqual(['mcp__weather__get'])
      const log = await waitForLog(gateway.fetch, reply.headers.get('x-gateway-trace-id'))
      expect(log.warnings).toEqual([`config: ${WARNING}`])
    })
  }
}

test('a response of a provider with the Responses endpoint has no warning, and the provider gets every byte', async () => {
  const broken = { type: 'application/json', pieces: ['{"error":{"message":"no"}}'], headers: {} }
  await using chat = scriptedProvider(broken)
  await using native = scriptedProvider({ type: 'application/json', pieces: ['{"id":"resp_1","output":[]}'] })
  const body = { tools: TOOLS, unknown_member: { a: [1.0] }, input: [{ type: 'from_the_future', x: 1 }] }
  const target = (provider: string, url: string) => ({ provider, api_key: 'sk', custom_host: `${url}/v1` })
  const config = {
    strategy: { mode: 'fallback', on_status_codes: [200] },
    targets: [target('hyperbolic', chat.url), target('openai', native.url)],
  }
  const reply = await ask(config, { ...body, input: 'x' })
  expect([reply.status, reply.headers.get('x-gateway-warning')]).toEqual([200, null])
  const alone = await ask(target('openai', native.url), body)
  expect([alone.status, alone.headers.get('x-gateway-warning')]).toEqual([200, null])
  expect(JSON.parse(native.asked.at(-1) ?? '')).toEqual({ model: 'm', ...body })
})

test('a choice that forces a tool which the provider does not have is refused', async () => {
  await using upstream = scriptedProvider(CHAT)
  const target = { provider: 'hyperbolic', api_key: 'sk', custom_host: `${upstream.url}/v1` }
  for (const choice of ['required', { type: 'web_search' }]) {
    const reply = await ask(target, { tools: [{ type: 'web_search' }], tool_choice: choice })
    const { error } = (await reply.json()) as { error: { param: string; message: string } }
    expect([reply.status, error.param]).toEqual([400, 'tool_choice'])
    expect(error.message).toContain('web_search')
  }
  expect(upstream.asked).toEqual([])
})

test('a name that is not valid in a header is replaced in the warning', async () => {
  await using upstream = scriptedProvider(CHAT)
  const target = { provider: 'hyperbolic', api_key: 'sk', custom_host: `${upstream.url}/v1` }
  const reply = await ask(target, { tools: [...TOOLS, { type: 'mcp', server_label: 'é\r\nx-evil: 1' }] })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('x-gateway-warning')).toContain('web_search, mcp ???x-evil: 1.')
})

test('Claude Code’s web search on a provider without one is left out, and the response says so', async () => {
  await using upstream = scriptedProvider({
    type: 'application/json',
    pieces: [
      JSON.stringify({
        model: 'm',
        choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
        usage: USAGE,
      }),
    ],
  })
  const target = { provider: 'hyperbolic', api_key: 'sk', custom_host: `${upstream.url}/v1` }
  const tools = [{ type: 'web_search_20250305', name: 'web_search', max_uses: 8 }]
  const messages = [{ role: 'user', content: 'Perform a web search for the query: x' }]
  const reply = await gateway.fetch('/v1/messages', {
    method: 'POST',
    headers: { 'x-gateway-config': JSON.stringify(target) },
    body: { model: 'm', max_tokens: 5, messages, tools },
  })
  expect([reply.status, reply.headers.get('x-gateway-warning')]).toEqual([
    200,
    'Left out tools that this provider does not have: web_search_20250305.',
  ])
  expect(JSON.parse(upstream.asked[0] ?? '')).not.toHaveProperty('tools')
})

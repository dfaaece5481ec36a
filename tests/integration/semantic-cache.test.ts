import { expect, test } from 'bun:test'
import { type Simulator, startSimulator } from '../../simulators/simulator.ts'
import { addKey } from '../harness/add-key.ts'
import { atOwnPath as at } from '../harness/at-own-path.ts'
import type { CallOptions } from '../harness/call-options.ts'
import { ControlScene } from '../harness/control-scene.ts'
import { waitForLog } from '../harness/read-logs.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { startWordEmbedder } from '../harness/word-embedder.ts'

const embedder = startWordEmbedder()
const gateway = await shareGateway({
  environment: {
    GATEWAY_EMBEDDER_URL: embedder.url,
    GATEWAY_EMBEDDER_MODEL: 'words',
    GATEWAY_EMBEDDER_TIMEOUT_MS: '5000',
    GATEWAY_CACHE_THRESHOLD: '0.9',
  },
})

const SEMANTIC = { cache: { mode: 'semantic' } }
const ASKED = 'How do I reset my password?'
const ALIKE = 'Please tell me how to reset my password'

type Said = { readonly status: number; readonly cache: string | null; readonly text: string; readonly trace: string }

type Asking = CallOptions & { readonly more?: object; readonly body?: object }

async function ask(upstream: Simulator, question: unknown, options: Asking = {}): Promise<Said> {
  const { more = {}, body = {}, ...rest } = options
  const messages = [{ role: 'user', content: question }]
  const reply = await gateway.chat({ ...at(upstream, SEMANTIC), ...more }, { ...rest, body: { messages, ...body } })
  return {
    status: reply.status,
    cache: reply.headers.get('x-gateway-cache-status'),
    text: await reply.text(),
    trace: reply.headers.get('x-gateway-trace-id') ?? '',
  }
}

/** `key` reads the log; the default key reads the default workspace only. */
async function reasonOf(trace: string, key?: string): Promise<string> {
  const { decisions } = await waitForLog((path) => gateway.fetch(path, key === undefined ? {} : { key }), trace)
  return (decisions as { kind: string; reason: string }[]).find(({ kind }) => kind === 'cache')?.reason ?? ''
}

test('a similar request gets the cached response, and the timeline has the similarity, the match and the reason', async () => {
  await using upstream = await startSimulator({ answers: ['first', 'second'] })
  const first = await ask(upstream, ASKED)
  const same = await ask(upstream, ASKED)
  const alike = await ask(upstream, ALIKE)
  expect([first.cache, same.cache, alike.cache]).toEqual(['SEMANTIC MISS', 'HIT', 'SEMANTIC HIT'])
  expect(alike.text).toBe(first.text)
  expect(upstream.requests).toHaveLength(1)
  expect(await reasonOf(alike.trace)).toMatch(
    new RegExp(
      `semantic hit: similarity 0\\.9\\d+ to the question of trace ${first.trace}, threshold 0.9; guard: no objection`,
    ),
  )
  expect(await gateway.waitForLog(alike.trace)).toMatchObject({ cache_status: 'SEMANTIC HIT', cost: 0 })
})

test.each([
  ['a number', 'Can I return a book after 30 days?', 'Can I return a book after 60 days?', 'numbers'],
  ['a negation', 'Which fruits are safe for dogs?', 'Which fruits are not safe for dogs?', 'negation'],
  ['a name in lower case', 'who is the mayor of berlin', 'who is the mayor of bremen', 'words'],
  ['a quotation', 'What does the error "ECONNRESET" mean?', 'What does the error "ECONNREFUSED" mean?', 'quoted'],
  ['a direction', 'How do I get from Paris to Rome?', 'How do I get from Rome to Paris?', 'binding'],
  ['a unit', 'How many calories have 5 kg of rice?', 'How many calories have 5 g of rice?', 'words'],
  ['a day', 'Is the library open on Monday?', 'Is the library open on Sunday?', 'words'],
])('a different %s is a miss, and the timeline has the guard’s reason', async (_, one, other, objection) => {
  await using upstream = await startSimulator({ answers: ['first', 'second'] })
  await ask(upstream, one)
  const said = await ask(upstream, other)
  expect([said.cache, said.text.includes('second')]).toEqual(['SEMANTIC MISS', true])
  expect(await reasonOf(said.trace)).toContain(`guard: ${objection}`)
})

test.each([
  ['numbers', 'Can I return a lamp after 31 days?', 'Can I return a lamp after 61 days?'],
  ['binding', 'How do I get from Turin to Genoa?', 'How do I get from Genoa to Turin?'],
  ['order', 'Do cats chase dogs?', 'Do dogs chase cats?'],
])('without logged bodies, the guard’s reason (%s) has no words of the questions', async (reason, one, other) => {
  await using upstream = await startSimulator({ answers: ['first', 'second'] })
  const scene = new ControlScene(gateway)
  const workspaceId = await scene.workspace()
  await scene.do('PUT', `/admin/workspaces/${workspaceId}`, { log_bodies: false })
  const { headers } = await scene.workspaceKey(workspaceId, await scene.scopesOf('workspace'))
  const key = headers['x-gateway-api-key']!
  await ask(upstream, one, { key })
  const said = await ask(upstream, other, { key })
  expect(said.cache).toBe('SEMANTIC MISS')
  expect(await reasonOf(said.trace, key)).toEndWith(`guard: ${reason}`)
})

const PARTITIONS: [string, Asking][] = [
  ['header that is forwarded', { headers: { 'x-session': 'eve' }, more: { forward_headers: ['x-session'] } }],
  ['beta header', { headers: { 'openai-beta': 'x' } }],
  ['model', { body: { model: 'other' } }],
  ['temperature', { body: { temperature: 0.3 } }],
  ['tools', { body: { tools: [{ type: 'function', function: { name: 'f' } }] } }],
  ['credential', { more: { api_key: 'sk-other' } }],
  ['override', { more: { override_params: { top_p: 0.1 } } }],
  ['metadata', { headers: { 'x-gateway-metadata': '{"team":"b"}' } }],
  ['namespace', { headers: { 'x-gateway-cache-namespace': 'b' } }],
  ['user', { headers: { 'x-gateway-metadata': '{"_user":"eve"}' } }],
  [
    'system message',
    {
      body: {
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: ALIKE },
        ],
      },
    },
  ],
  [
    'developer message',
    {
      body: {
        messages: [
          { role: 'developer', content: 'Be brief.' },
          { role: 'user', content: ALIKE },
        ],
      },
    },
  ],
  [
    'conversation before',
    {
      body: {
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: 'Hello!' },
          { role: 'user', content: ALIKE },
        ],
      },
    },
  ],
]

test.each(PARTITIONS)('requests with another %s are never compared', async (_, options) => {
  await using upstream = await startSimulator({ answers: ['first', 'second'] })
  await ask(upstream, ASKED)
  const said = await ask(upstream, ALIKE, options)
  expect([said.cache, said.text.includes('second')]).toEqual(['SEMANTIC MISS', true])
  expect(await reasonOf(said.trace)).toContain('nothing to compare with')
})

test('users in the same namespace do not share responses', async () => {
  await using upstream = await startSimulator({ answers: ['first', 'second'] })
  const as = (user: string) => ({
    headers: { 'x-gateway-cache-namespace': 'shared', 'x-gateway-metadata': JSON.stringify({ _user: user }) },
  })
  await ask(upstream, 'What is my balance?', as('ada'))
  expect((await ask(upstream, 'Please tell me what my balance is', as('eve'))).cache).toBe('SEMANTIC MISS')
  expect((await ask(upstream, 'Please tell me what my balance is', as('ada'))).cache).toBe('SEMANTIC HIT')
})

test('a request with the word "news" can be served from the cache', async () => {
  await using upstream = await startSimulator({ answers: ['first', 'second'] })
  await ask(upstream, 'What is the latest news from Rome?')
  const alike = await ask(upstream, 'Please tell me what is the latest news from Rome')
  expect([alike.status, alike.cache]).toEqual([200, 'SEMANTIC HIT'])
})

test.each([
  ['one long word', 'a'.repeat(3_000)],
  ['punctuation', '{'.padEnd(3_000, '.')],
  ['letters', 'b c d f '.repeat(400)],
  ['quotes', '“'.repeat(1_500)],
  ['Chinese', '中文字符测试问题'.repeat(180)],
  ['combining characters', `a${'\u0301'.repeat(1_500)}`],
])('a request of %s is served', async (_, question) => {
  await using upstream = await startSimulator({ answers: ['first', 'second'] })
  await ask(upstream, question)
  const said = await ask(upstream, `${question} x`)
  expect([said.status, said.cache]).toEqual([200, 'SEMANTIC MISS'])
})

test('headers do not separate a shared namespace', async () => {
  await using upstream = await startSimulator({ answers: ['first', 'second'] })
  const as = (session: string) => ({ headers: { 'x-gateway-cache-namespace': 'shared too', 'x-session': session } })
  await ask(upstream, ASKED, as('ada'))
  expect((await ask(upstream, ALIKE, as('eve'))).cache).toBe('SEMANTIC HIT')
})

test('requests of another workspace are never compared', async () => {
  const stranger = await addKey(gateway, { scopes: [], newWorkspace: 'semantic stranger' })
  await using upstream = await startSimulator({ answers: ['first', 'second'] })
  await ask(upstream, ASKED)
  const said = await ask(upstream, ALIKE, { key: stranger })
  expect([said.cache, said.text.includes('second')]).toEqual(['SEMANTIC MISS', true])
})

test('a request with a duplicate member is not compared, because parsers differ', async () => {
  await using upstream = await startSimulator({ answers: ['evil', 'good'] })
  const twice = `{"model":"sim-model","messages":[{"role":"user","content":"Say evil","content":"${ASKED}"}]}`
  const headers = { 'content-type': 'application/json' }
  const first = await gateway.chat(at(upstream, SEMANTIC), { body: twice, headers })
  expect([first.headers.get('x-gateway-cache-status'), await first.text()]).toEqual(['MISS', expect.any(String)])
  expect((await ask(upstream, ASKED)).text).toContain('good')
})

test('streams are cached and replayed as streams, separate from complete responses', async () => {
  await using upstream = await startSimulator({ answers: [{ stream: ['one', 'two'] }, 'whole'] })
  const body = { stream: true }
  const first = await ask(upstream, ASKED, { body })
  const alike = await ask(upstream, ALIKE, { body })
  expect([alike.cache, alike.text]).toEqual(['SEMANTIC HIT', first.text])
  expect(alike.text).toEndWith('data: [DONE]\n\n')
  expect((await ask(upstream, ALIKE)).cache).toBe('SEMANTIC MISS')
})

test('text completions are compared by their prompt, other endpoints only exactly', async () => {
  await using upstream = await startSimulator({ answers: ['first', 'second'] })
  const headers = { 'x-gateway-config': JSON.stringify(at(upstream, SEMANTIC)) }
  const post = async (path: string, body: object) => {
    const reply = await gateway.fetch(path, { method: 'POST', headers, body })
    await reply.bytes()
    return reply.headers.get('x-gateway-cache-status')
  }
  expect(await post('/v1/completions', { model: 'm', prompt: ASKED })).toBe('SEMANTIC MISS')
  expect(await post('/v1/completions', { model: 'm', prompt: ALIKE })).toBe('SEMANTIC HIT')
  expect(await post('/v1/completions', { model: 'm', prompt: [ASKED, ALIKE] })).toBe('MISS')
  expect(await post('/v1/moderations', { model: 'm', input: ASKED })).toBe('MISS')
  expect(await post('/v1/moderations', { model: 'm', input: ALIKE })).toBe('MISS')
})

test('text parts are compared, and images must be equal', async () => {
  await using upstream = await startSimulator({ answers: ['first', 'second'] })
  const parts = (text: string, url: string) => [
    { type: 'text', text },
    { type: 'image_url', image_url: { url } },
  ]
  await ask(upstream, parts('What is the animal in the picture?', 'https://example.com/a.png'))
  const alike = 'Please tell me what the animal in the picture is'
  expect((await ask(upstream, parts(alike, 'https://example.com/b.png'))).cache).toBe('SEMANTIC MISS')
  expect((await ask(upstream, parts(alike, 'https://example.com/a.png'))).cache).toBe('SEMANTIC HIT')
})

test('a response with a tool call is served only to equal requests', async () => {
  const tools = [{ type: 'function', function: { name: 'reset', parameters: { type: 'object' } } }]
  const call = { id: 'c', type: 'function', function: { name: 'reset', arguments: '{"who":"me"}' } }
  const message = { role: 'assistant', content: null, tool_calls: [call] }
  const answer = { id: 'x', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }
  await using upstream = await startSimulator({ answers: [{ body: answer }] })
  await ask(upstream, ASKED, { body: { tools } })
  expect((await ask(upstream, ASKED, { body: { tools } })).cache).toBe('HIT')
  expect((await ask(upstream, ALIKE, { body: { tools } })).cache).toBe('SEMANTIC MISS')
})

test('a caller may raise the operator’s threshold, never lower it', async () => {
  await using upstream = await startSimulator({ answers: ['first', 'second', 'third'] })
  const under = (threshold: number) => ({ more: { cache: { mode: 'semantic', threshold } } })
  await ask(upstream, ASKED)
  const lax = await ask(upstream, 'Bananas and rockets in the mist of a January morning on Mars', under(0.5))
  expect(await reasonOf(lax.trace)).toContain('threshold 0.9')
  expect((await gateway.waitForLog(lax.trace)).warnings).toContainEqual(expect.stringContaining('raised to 0.9'))
  expect((await ask(upstream, ALIKE)).cache).toBe('SEMANTIC HIT')
  expect((await ask(upstream, ALIKE, under(1))).cache).toBe('SEMANTIC MISS')
})

test('a forced refresh removes the entry that would have been served', async () => {
  await using upstream = await startSimulator({ answers: ['old', 'new'] })
  await ask(upstream, ASKED)
  const fresh = await ask(upstream, ALIKE, { headers: { 'x-gateway-cache-force-refresh': 'true' } })
  expect([fresh.cache, fresh.text.includes('new')]).toEqual(['REFRESH', true])
  const other = await ask(upstream, 'Could you tell me how to reset my password?')
  expect([other.cache, other.text]).toEqual(['SEMANTIC HIT', fresh.text])
})

test('max_age also applies to similar entries', async () => {
  await using upstream = await startSimulator({ answers: ['old', 'new'] })
  await ask(upstream, ASKED)
  // The age is real time; an older entry proves the same.
  await Bun.sleep(1_050)
  const config = { more: { cache: { mode: 'semantic', max_age: 1 } } }
  expect((await ask(upstream, ALIKE, config)).cache).toBe('SEMANTIC MISS')
})

test('bad feedback on a hit removes the entry, good feedback does not', async () => {
  await using upstream = await startSimulator({ answers: ['first', 'second'] })
  await ask(upstream, ASKED)
  const hit = await ask(upstream, ALIKE)
  const judge = async (value: number) => {
    const reply = await gateway.fetch('/v1/feedback', { method: 'POST', body: { trace_id: hit.trace, value } })
    expect(reply.status).toBe(200)
  }
  await judge(5)
  expect((await ask(upstream, ALIKE)).cache).toBe('SEMANTIC HIT')
  await judge(-5)
  const again = await ask(upstream, ALIKE)
  expect([again.cache, again.text.includes('second')]).toEqual(['SEMANTIC MISS', true])
})

test('feedback on a hit that is later changed to bad removes the entry, another workspace’s feedback does not', async () => {
  await using upstream = await startSimulator({ answers: ['first', 'second'] })
  await ask(upstream, ASKED)
  const hit = await ask(upstream, ALIKE)
  const created = await gateway.fetch('/v1/feedback', { method: 'POST', body: { trace_id: hit.trace, value: 5 } })
  const { feedback_ids: ids } = (await created.json()) as { feedback_ids: string[] }
  const change = async (value: number, key?: string) =>
    (await gateway.fetch(`/v1/feedback/${ids[0]}`, { method: 'PUT', body: { value }, ...(key && { key }) })).status
  const stranger = await addKey(gateway, { scopes: ['logs.write'], newWorkspace: 'feedback stranger' })
  expect(await change(3)).toBe(200)
  expect(await change(-5, stranger)).toBe(404)
  expect((await ask(upstream, ALIKE)).cache).toBe('SEMANTIC HIT')
  expect(await change(-5)).toBe(200)
  expect((await ask(upstream, ALIKE)).cache).toBe('SEMANTIC MISS')
})

test('every concurrent caller gets a response, and embeddings are requested in batches', async () => {
  await using upstream = await startSimulator({ answers: ['said'] })
  const before = embedder.calls.length
  const questions = Array.from({ length: 30 }, (_, i) => `What is the colour of box number ${i}?`)
  const said = await Promise.all(questions.map((question) => ask(upstream, question)))
  expect(new Set(said.map(({ cache }) => cache))).toEqual(new Set(['SEMANTIC MISS']))
  const calls = embedder.calls.slice(before)
  expect(calls.flat().sort()).toEqual([...questions].sort())
  expect(calls.length).toBeLessThan(30)
})

test.each(['slow', 'failing', 'wrong size', 'not a number', 'not JSON', 'too few'] as const)(
  'an embedder that is %s causes a miss, never an error',
  async (trouble) => {
    await using upstream = await startSimulator({ answers: ['first', 'second'] })
    await ask(upstream, ASKED)
    embedder.trouble = trouble
    const said = await ask(upstream, `Please tell me how to reset my password for ${trouble.replaceAll(' ', '')}`)
    embedder.trouble = null
    expect([said.status, said.cache]).toEqual([200, 'SEMANTIC MISS'])
    expect(await reasonOf(said.trace)).toMatch(/the embedder (did not respond within 5000 ms|failed|returned)/)
  },
)

const GEMINI_TEXT = '{"candidates":[{"content":{"role":"model","parts":[{"text":"first"}]},"finishReason":"STOP"}]}'
const GEMINI_CALL =
  '{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"f","args":{}}}]},"finishReason":"STOP"}]}'

/** A request in Gemini's format, to Google itself or to a chat provider. */
async function askGemini(
  upstream: Simulator,
  question: string,
  isGoogle: boolean,
  more: Asking & { path?: string } = {},
) {
  const { path = 'm:generateContent', body = {}, more: settings = {}, headers = {} } = more
  const target = isGoogle ? { provider: 'google', custom_host: `${upstream.url}/v1beta`, api_key: 'k' } : at(upstream)
  const reply = await gateway.fetch(`/v1beta/models/${path}`, {
    method: 'POST',
    headers: { 'x-gateway-config': JSON.stringify({ ...target, ...SEMANTIC, ...settings }), ...headers },
    body: { contents: [{ role: 'user', parts: [{ text: question }] }], ...body },
  })
  return { cache: reply.headers.get('x-gateway-cache-status'), text: await reply.text() }
}

test.each([true, false])('similar requests in Gemini’s format share a response; to Google: %p', async (isGoogle) => {
  await using upstream = await startSimulator({ answers: ['first', 'second'] })
  const headers = { 'content-type': 'application/json' }
  if (isGoogle) upstream.script([{ body: GEMINI_TEXT, headers }])
  const first = await askGemini(upstream, ASKED, isGoogle)
  const alike = await askGemini(upstream, ALIKE, isGoogle)
  expect([first.cache, alike.cache, alike.text]).toEqual(['SEMANTIC MISS', 'SEMANTIC HIT', first.text])
  expect(upstream.requests).toHaveLength(1)
  for (const more of [
    { path: 'other:generateContent' },
    { body: { systemInstruction: { parts: [{ text: 'Be brief.' }] } } },
    { more: { override_params: { generationConfig: { temperature: 0.3 } } } },
    { path: 'm:streamGenerateContent?alt=sse' },
  ]) {
    if (isGoogle) upstream.script([{ body: GEMINI_TEXT, headers }])
    expect([more, (await askGemini(upstream, ALIKE, isGoogle, more)).cache]).toEqual([more, 'SEMANTIC MISS'])
  }
  expect((await askGemini(upstream, ALIKE, isGoogle, { path: 'm:streamGenerateContent' })).cache).toBe('DISABLED')
})

test('a response in Gemini’s format that calls a function is served to identical requests only', async () => {
  await using upstream = await startSimulator({ answers: ['unused'] })
  const answer = { body: GEMINI_CALL, headers: { 'content-type': 'application/json' } }
  upstream.script([answer, answer])
  await askGemini(upstream, ASKED, true)
  expect((await askGemini(upstream, ALIKE, true)).cache).toBe('SEMANTIC MISS')
  expect((await askGemini(upstream, ASKED, true)).cache).toBe('HIT')
})

const FORMATS = {
  messages: {
    own: { provider: 'anthropic', api_key: 'k' },
    body: (question: string) => ({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: question }] }),
    system: { system: 'Be brief.' },
    text: '{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1}}',
    call: '{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"tool_use","id":"t","name":"f","input":{}}],"stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":1}}',
  },
  responses: {
    own: { provider: 'openai', api_key: 'k' },
    body: (question: string) => ({ model: 'm', input: question }),
    system: { instructions: 'Be brief.' },
    text: '{"id":"resp_1","object":"response","status":"completed","error":null,"output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"a","annotations":[]}]}]}',
    call: '{"id":"resp_1","object":"response","status":"completed","error":null,"output":[{"type":"function_call","call_id":"c","name":"f","arguments":"{}"}]}',
  },
} as const

type Format = keyof typeof FORMATS

/** A request in another format than chat, to a provider with that format or to a chat provider. */
async function askIn(format: Format, upstream: Simulator, question: string, isOwn: boolean, more: object = {}) {
  const { own, body } = FORMATS[format]
  const target = isOwn ? own : { provider: 'featherless-ai', api_key: 'k' }
  const config = { ...target, custom_host: at(upstream).custom_host, ...SEMANTIC }
  const reply = await gateway.fetch(`/v1/${format}`, {
    method: 'POST',
    headers: { 'x-gateway-config': JSON.stringify(config) },
    body: { ...body(question), ...more },
  })
  return { cache: reply.headers.get('x-gateway-cache-status'), text: await reply.text() }
}

const OTHER_FORMATS = ['messages', 'responses'] as const

for (const format of OTHER_FORMATS) {
  const { text, call, system } = FORMATS[format]
  const headers = { 'content-type': 'application/json' }

  test.each([true, false])(`similar ${format} requests share a response; to its own provider: %p`, async (isOwn) => {
    await using upstream = await startSimulator({ answers: ['first'] })
    if (isOwn) upstream.script([{ body: text, headers }])
    const first = await askIn(format, upstream, ASKED, isOwn)
    const alike = await askIn(format, upstream, ALIKE, isOwn)
    expect([first.cache, alike.cache, alike.text]).toEqual(['SEMANTIC MISS', 'SEMANTIC HIT', first.text])
    expect(upstream.requests).toHaveLength(1)
    for (const more of [{ model: 'other' }, system, { temperature: 0.3 }]) {
      if (isOwn) upstream.script([{ body: text, headers }])
      expect([more, (await askIn(format, upstream, ALIKE, isOwn, more)).cache]).toEqual([more, 'SEMANTIC MISS'])
    }
  })

  test(`a stream of ${format} is replayed to a similar request`, async () => {
    await using upstream = await startSimulator({ answers: ['first'] })
    const first = await askIn(format, upstream, ASKED, false, { stream: true })
    const alike = await askIn(format, upstream, ALIKE, false, { stream: true })
    expect([first.cache, alike.cache, alike.text]).toEqual(['SEMANTIC MISS', 'SEMANTIC HIT', first.text])
    expect((await askIn(format, upstream, ALIKE, false)).cache).toBe('SEMANTIC MISS')
  })

  test(`a response of ${format} that calls a tool is served to identical requests only`, async () => {
    await using upstream = await startSimulator({ answers: ['unused'] })
    const answer = { body: call, headers }
    upstream.script([answer, answer])
    await askIn(format, upstream, ASKED, true)
    expect((await askIn(format, upstream, ALIKE, true)).cache).toBe('SEMANTIC MISS')
    expect((await askIn(format, upstream, ASKED, true)).cache).toBe('HIT')
  })
}

test('a Responses request that continues a stored response is compared exactly', async () => {
  await using upstream = await startSimulator({ answers: ['unused'] })
  const answer = { body: FORMATS.responses.text, headers: { 'content-type': 'application/json' } }
  upstream.script([answer, answer])
  const more = { previous_response_id: 'resp_0' }
  expect((await askIn('responses', upstream, ASKED, true, more)).cache).toBe('MISS')
  expect((await askIn('responses', upstream, ALIKE, true, more)).cache).toBe('MISS')
  expect((await askIn('responses', upstream, ASKED, true, more)).cache).toBe('HIT')
})

import { expect, test } from 'bun:test'
import type { StreamItem } from '../../../simulators/answer.ts'
import { eventChannel } from '../../../simulators/event-channel.ts'
import { startSimulator } from '../../../simulators/simulator.ts'
import { at } from '../../harness/at.ts'
import { connectRaw, rawChat, rawRequest } from '../../harness/raw-client.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const STREAM = { body: { stream: true } }
const FORBIDDEN = { 'default.contains': { words: ['SECRET'], operator: 'none' }, deny: true }
const REDACTED = { 'default.regexReplace': { rule: 'SECRET', redactText: '[x]' } }

type Chunk = { readonly choices?: readonly { readonly delta: { readonly content?: string } }[] }

function contentOf(stream: string): string {
  return stream
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice(6)) as Chunk)
    .map(({ choices }) => choices?.[0]?.delta?.content ?? '')
    .join('')
}

function traceOf(text: string): string | null {
  return /x-gateway-trace-id: (\S+)/i.exec(text)?.[1] ?? null
}

test('a stream without findings leaves as it came, event by event', async () => {
  const channel = eventChannel<StreamItem>()
  await using simulator = await startSimulator({ answers: [{ stream: channel }] })
  const client = await connectRaw(gateway.url)
  client.send(rawChat(gateway.workspaceKey, { ...at(simulator), output_guardrails: [FORBIDDEN] }, { stream: true }))
  for (const word of ['alpha', 'beta', 'gamma']) {
    channel.push(word)
    await client.until(`"content":"${word}"`)
  }
  channel.close()
  await client.until('data: [DONE]\n\n')
  client.leave()
})

test('a denied stream has status 446 if nothing of it has left', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['SEC', 'RET', ' text'] }] })
  const reply = await gateway.chat({ ...at(simulator), output_guardrails: [FORBIDDEN] }, STREAM)
  expect(reply.status).toBe(446)
  const body = (await reply.json()) as { error: { type: string }; hook_results: { after_request_hooks: unknown[] } }
  expect(body.error.type).toBe('hooks_failed')
  expect(body.hook_results.after_request_hooks).toEqual([expect.objectContaining({ verdict: false, deny: true })])
  const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
  expect(log.metrics.response_status_code).toBe(446)
  // The generated tokens are charged, because the provider bills them.
  expect(log.usage?.output_tokens).toBeGreaterThan(0)
})

test('retry and fallback see the status of a denied stream', async () => {
  await using denied = await startSimulator({ answers: [{ stream: ['SECRET'] }] })
  await using other = await startSimulator({ answers: [{ stream: ['fine'] }] })
  const config = {
    strategy: { mode: 'fallback', on_status_codes: [446] },
    output_guardrails: [FORBIDDEN],
    targets: [{ ...at(denied), retry: { attempts: 1, on_status_codes: [446] } }, at(other)],
  }
  const reply = await gateway.chat(config, STREAM)
  expect(reply.status).toBe(200)
  expect(contentOf(await reply.text())).toBe('fine')
  expect([denied.requests.length, other.requests.length]).toEqual([2, 1])
})

test('a stream that is denied later ends with an error event; the provider is disconnected and its output charged', async () => {
  const channel = eventChannel<StreamItem>()
  await using simulator = await startSimulator({ answers: [{ stream: channel }] })
  const client = await connectRaw(gateway.url)
  client.send(rawChat(gateway.workspaceKey, { ...at(simulator), output_guardrails: [FORBIDDEN] }, { stream: true }))
  channel.push('The word is ')
  await client.until('"content":"The word is "')
  channel.push('SEC')
  channel.push('RET. And more')
  await client.until('event: error')
  await client.until('\r\n0\r\n\r\n')
  expect(client.text).toContain('"type":"hooks_failed"')
  expect(client.text).not.toMatch(/SEC|RET/)
  expect(await simulator.requests[0]?.ended).toBe('aborted')
  const log = await gateway.waitForLog(traceOf(client.text))
  expect(log.error_code).toBe('hooks_failed')
  expect(log.ending).toBe('broken')
  expect(log.usage).toMatchObject({ is_estimate: true })
  client.leave()
})

test('redacts a stream, and logs what left', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['a SE', 'CR', 'ET b', '.'] }] })
  const reply = await gateway.chat({ ...at(simulator), output_guardrails: [REDACTED] }, STREAM)
  expect(reply.status).toBe(200)
  const text = await reply.text()
  expect(contentOf(text)).toBe('a [x] b.')
  expect(text).not.toContain('hook_results')
  const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
  expect(JSON.stringify(log)).not.toContain('SECRET')
  expect(JSON.stringify(log.response)).toContain('[x]')
})

test('the cache stores a stream before output guardrails, which run again on a hit', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['a SE', 'CRET b'] }], exhausted: 'refuse' })
  const cached = { ...at(simulator), cache: { mode: 'simple' } }
  const first = await gateway.chat({ ...cached, output_guardrails: [REDACTED] }, STREAM)
  expect(contentOf(await first.text())).toBe('a [x] b')
  const redacted = await gateway.chat({ ...cached, output_guardrails: [REDACTED] }, STREAM)
  expect([redacted.status, redacted.headers.get('x-gateway-cache-status')]).toEqual([200, 'HIT'])
  expect(contentOf(await redacted.text())).toBe('a [x] b')
  const denied = await gateway.chat({ ...cached, output_guardrails: [FORBIDDEN] }, STREAM)
  expect([denied.status, denied.headers.get('x-gateway-cache-status')]).toEqual([446, 'HIT'])
  expect(await denied.text()).not.toContain('SECRET')
  const plain = await gateway.chat(cached, STREAM)
  expect(contentOf(await plain.text())).toBe('a SECRET b')
  expect(simulator.requests).toHaveLength(1)
})

test('a guardrail that fails without deny gives status 246 if it fails before the first text', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['SECRET', ' text'] }] })
  const reply = await gateway.chat({ ...at(simulator), output_guardrails: [{ ...FORBIDDEN, deny: false }] }, STREAM)
  expect(reply.status).toBe(246)
  expect(contentOf(await reply.text())).toBe('SECRET text')
})

test('results are sent as chunks only without strict compliance', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['fine'] }] })
  const config = { ...at(simulator), input_guardrails: [FORBIDDEN], output_guardrails: [FORBIDDEN] }
  const strict = await (await gateway.chat(config, STREAM)).text()
  expect(strict).not.toContain('hook_results')
  const reply = await gateway.chat({ ...config, strict_open_ai_compliance: false }, STREAM)
  const events = (await reply.text()).trim().split('\n\n')
  expect(events[0]).toStartWith('data: {"hook_results":{"before_request_hooks":[{"verdict":true')
  expect(events.at(-2)).toBe('data: [DONE]')
  expect(events.at(-1)).toStartWith('data: {"hook_results":{"after_request_hooks":[{"verdict":true')
})

test('a compressed stream is denied, and passes if nothing denies', async () => {
  const headers = { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' }
  const body = Bun.gzipSync(Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"SECRET"}}]}\n\n'))
  await using simulator = await startSimulator({ answers: [{ headers, body }] })
  const denied = await gateway.chat({ ...at(simulator), output_guardrails: [FORBIDDEN] }, STREAM)
  expect(denied.status).toBe(446)
  const passed = await gateway.chat({ ...at(simulator), output_guardrails: [{ ...FORBIDDEN, deny: false }] }, STREAM)
  expect([passed.status, contentOf(await passed.text())]).toEqual([200, 'SECRET'])
})

test('a caller that leaves a held stream ends the request, and the provider is disconnected', async () => {
  const channel = eventChannel<StreamItem>()
  await using simulator = await startSimulator({ answers: [{ stream: channel }] })
  const held = { 'default.wordCount': { maxWords: 1_000 }, deny: true }
  const client = await connectRaw(gateway.url)
  const headers = [
    ['content-type', 'application/json'],
    ['x-gateway-api-key', gateway.workspaceKey],
    ['x-gateway-trace-id', 'left-while-held'],
    ['x-gateway-config', JSON.stringify({ ...at(simulator), output_guardrails: [held] })],
  ] as const
  const body = { model: 'sim-model', stream: true, messages: [{ role: 'user', content: 'hi' }] }
  client.send(rawRequest('POST', '/v1/chat/completions', headers, JSON.stringify(body)))
  const request = await simulator.received(1)
  for (const word of ['one ', 'two ', 'three ']) channel.push(word)
  client.leave()
  expect(await request.ended).toBe('aborted')
  const log = await gateway.waitForLog('left-while-held')
  expect(log.ending).toBe('abandoned')
})

test('a caller that leaves while text is held: what the provider wrote is charged', async () => {
  const channel = eventChannel<StreamItem>()
  await using simulator = await startSimulator({ answers: [{ stream: channel }] })
  const client = await connectRaw(gateway.url)
  client.send(rawChat(gateway.workspaceKey, { ...at(simulator), output_guardrails: [FORBIDDEN] }, { stream: true }))
  channel.push('first ')
  await client.until('"content":"first "')
  channel.push('SECRE')
  client.leave()
  expect(await simulator.requests[0]?.ended).toBe('aborted')
  const log = await gateway.waitForLog(traceOf(client.text))
  expect(log.ending).toBe('abandoned')
  expect(JSON.stringify(log.response)).not.toContain('SECRE')
})

const GEMINI = '/v1beta/models/gemini-2.5-flash:streamGenerateContent'

test('a JSON array of the provider is checked element by element', async () => {
  const element = (text: string) => ({ candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }] })
  const last = { candidates: [{ content: { role: 'model', parts: [{ text: '.' }] }, finishReason: 'STOP', index: 0 }] }
  const body = `[${['a SEC', 'RET', ' b'].map((text) => JSON.stringify(element(text))).join('\n,\r\n')}\n,\r\n${JSON.stringify(last)}]\n`
  const headers = { 'content-type': 'application/json; charset=UTF-8' }
  await using simulator = await startSimulator({ answers: [{ headers, body }] })
  const config = { provider: 'google', custom_host: `${simulator.url}/v1beta`, api_key: 'AIza' }
  const call = (guardrails: object[]) =>
    gateway.fetch(GEMINI, {
      method: 'POST',
      headers: { 'x-gateway-config': JSON.stringify({ ...config, output_guardrails: guardrails }) },
      body: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
    })
  const redacted = await call([REDACTED])
  const read = (await redacted.json()) as { candidates: { content: { parts: { text: string }[] } }[] }[]
  expect(read.map(({ candidates }) => candidates[0]?.content.parts[0]?.text).join('')).toBe('a [x] b.')
  const denied = await call([FORBIDDEN])
  expect(denied.status).toBe(446)
  expect(await denied.text()).not.toContain('SEC')
})

test('a pass-through stream of a known format is checked and gains nothing', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['a SEC', 'RET b'] }] })
  const headers = {
    'x-gateway-config': JSON.stringify({
      ...at(simulator),
      output_guardrails: [REDACTED],
      strict_open_ai_compliance: false,
    }),
  }
  const body = { model: 'm', stream: true, messages: [{ role: 'user', content: 'hi' }] }
  const reply = await gateway.fetch('/v1/proxy/chat/completions', { method: 'POST', headers, body })
  const text = await reply.text()
  expect(contentOf(text)).toBe('a [x] b')
  expect(text).not.toContain('hook_results')
})

test('an upstream error event keeps its meaning under guardrails', async () => {
  const error = { message: 'slow down', type: 'rate_limit_error' }
  await using limited = await startSimulator({ answers: [{ stream: [], errorAfter: 0, error: { error } }] })
  await using other = await startSimulator({ answers: [{ stream: ['fine'] }] })
  const config = { strategy: { mode: 'fallback' }, output_guardrails: [FORBIDDEN], targets: [at(limited), at(other)] }
  const reply = await gateway.chat(config, STREAM)
  expect(contentOf(await reply.text())).toBe('fine')
})

test('placeholders of personal data are restored in the stream, and the log keeps them', async () => {
  const config = { provider: 'mock', input_guardrails: [{ 'default.pii': { action: 'tokenise' } }] }
  const content = 'Write to ada.lovelace@example.org, not to bob@example.org.'
  const reply = await gateway.chat(config, {
    body: { model: 'mock', stream: true, messages: [{ role: 'user', content }] },
  })
  expect(contentOf(await reply.text())).toContain(content)
  const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
  const bodies = JSON.stringify([log.request, log.response])
  expect(bodies).not.toContain('example.org')
  expect(bodies).toContain('[EMAIL_ADDRESS_1]')
  expect(bodies).toContain('[EMAIL_ADDRESS_2]')
})

test('a JSON array that is denied later is still JSON, and ends with the error', async () => {
  const channel = eventChannel<StreamItem>()
  const headers = { 'content-type': 'application/json; charset=UTF-8' }
  await using simulator = await startSimulator({ answers: [{ stream: channel, headers, withoutDone: true }] })
  const config = {
    provider: 'google',
    custom_host: `${simulator.url}/v1beta`,
    api_key: 'AIza',
    output_guardrails: [FORBIDDEN],
  }
  const reply = gateway.fetch(GEMINI, {
    method: 'POST',
    headers: { 'x-gateway-config': JSON.stringify(config) },
    body: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
  })
  const element = (text: string) => `{"candidates":[{"content":{"parts":[{"text":"${text}"}]},"index":0}]}`
  channel.push({ raw: `[${element('fine ')}` })
  expect((await reply).status).toBe(200)
  channel.push({ raw: `,${element('SEC')},${element('RET')}` })
  const elements = (await (await reply).json()) as { error?: { message: string } }[]
  expect(elements).toHaveLength(2)
  expect(elements[1]?.error?.message).toContain('guardrail')
  expect(JSON.stringify(elements)).not.toContain('SEC')
})

test('a stream with status 246 that the plan fell back from is sent if nothing else answers', async () => {
  await using failed = await startSimulator({ answers: [{ stream: ['SECRET', ' b'] }] })
  const config = {
    strategy: { mode: 'fallback', on_status_codes: [246] },
    output_guardrails: [{ ...FORBIDDEN, deny: false }, REDACTED],
    targets: [{ ...at(failed), retry: { attempts: 0 } }],
  }
  const reply = await gateway.chat(config, STREAM)
  expect([reply.status, contentOf(await reply.text())]).toEqual([246, '[x] b'])
  const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
  expect(JSON.stringify(log.response)).not.toContain('SECRET')
})

test('placeholders are restored in what a Responses body repeats of the request, whole and streamed', async () => {
  const instructions = 'You write to [EMAIL_ADDRESS_1].'
  const prompt = { id: 'p', variables: { to: '[EMAIL_ADDRESS_1]' } }
  const response = { id: 'resp_1', object: 'response', status: 'completed', instructions, prompt, output: [] }
  const events = [
    { type: 'response.created', response: { ...response, status: 'in_progress' } },
    { type: 'response.completed', response },
  ]
  const stream = events.map((data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`).join('')
  const held = { 'default.wordCount': { maxWords: 99 }, deny: true }
  for (const output of [[], [FORBIDDEN], [held]]) {
    for (const isStream of [false, true]) {
      const type = isStream ? 'text/event-stream' : 'application/json'
      const body = isStream ? stream : JSON.stringify(response)
      await using simulator = await startSimulator({ answers: [{ headers: { 'content-type': type }, body }] })
      const config = {
        ...at(simulator),
        input_guardrails: [{ 'default.pii': { action: 'tokenise' } }],
        output_guardrails: output,
      }
      const reply = await gateway.fetch('/v1/responses', {
        method: 'POST',
        headers: { 'x-gateway-config': JSON.stringify(config) },
        body: { model: 'm', stream: isStream, instructions: 'You write to ada@example.org.', input: 'hi' },
      })
      const text = await reply.text()
      expect(text.match(/You write to ada@example\.org\./g)).toHaveLength(isStream ? 2 : 1)
      expect(text.match(/"to":"ada@example\.org"/g)).toHaveLength(isStream ? 2 : 1)
      expect(text).not.toContain('[EMAIL_ADDRESS_1]')
      const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
      expect(JSON.stringify(log)).not.toContain('ada@example.org')
    }
  }
})

test('a stream of a stored response that begins in the middle is refused under a guardrail that denies or changes it', async () => {
  const body = 'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","delta":"RET"}\n\n'
  const headers = { 'content-type': 'text/event-stream' }
  await using simulator = await startSimulator({ answers: [{ headers, body }] })
  const read = (guardrail: object, query: string) =>
    gateway.fetch(`/v1/responses/resp_1?stream=true${query}`, {
      headers: { 'x-gateway-config': JSON.stringify({ ...at(simulator), output_guardrails: [guardrail] }) },
    })
  for (const query of ['&starting_after=3', '&starting%5Fafter=3']) {
    for (const guardrail of [FORBIDDEN, REDACTED]) {
      const refused = await read(guardrail, query)
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('guardrail_uncovered')])
    }
    expect((await read({ ...FORBIDDEN, deny: false }, query)).status).toBe(200)
  }
  expect((await read(FORBIDDEN, '')).status).toBe(200)
  expect(simulator.requests).toHaveLength(3)
})

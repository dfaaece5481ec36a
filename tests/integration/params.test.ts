import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()

/** The bytes that the provider gets for this body and config. */
async function sentFor(config: object, body: string): Promise<string> {
  await using simulator = await startSimulator({ answers: ['ok'] })
  const reply = await gateway.chat(at(simulator, config), { body })
  expect(reply.status).toBe(200)
  return simulator.requests[0]!.text
}

const ODD =
  '{ "model" : "m",\n\t"temperature": 1.0, "seed": 12345678901234567890, "big": 1e400, "messages": [ {"role":"user","content":"h\\u00e9 \\ud83d\\ude00 é"} ] , "unknown_param": {"a": [1, 2.50]} }\n'

test('without a change the caller’s bytes are forwarded unchanged', async () => {
  expect(await sentFor({}, ODD)).toBe(ODD)
})

test('an override changes only its member', async () => {
  const sent = await sentFor({ override_params: { model: 'other' } }, ODD)
  expect(sent).toBe(ODD.replace('"m"', '"other"'))
})

test('an override adds an absent member, and numbers of any size are preserved', async () => {
  const sent = await sentFor({ override_params: { top_p: 0.5 } }, ODD)
  expect(sent).toContain('"seed": 12345678901234567890')
  expect(sent).toContain('"temperature": 1.0')
  expect((JSON.parse(sent) as { top_p: number }).top_p).toBe(0.5)
})

test('an override may be any JSON value', async () => {
  const values = {
    stop: ['a', 'b'],
    response_format: { type: 'json_object' },
    temperature: 0,
    user: null,
    logprobs: true,
  }
  const sent = await sentFor({ override_params: values }, '{"model":"m","temperature":1,"messages":[]}')
  expect(JSON.parse(sent)).toEqual({ model: 'm', messages: [], ...values })
})

test('defaults apply only to absent members', async () => {
  const config = { default_params: { temperature: 0.2, max_tokens: 7 } }
  const sent = await sentFor(config, '{"model":"m","temperature":1.0,"messages":[]}')
  expect(sent).toContain('"temperature":1.0')
  expect((JSON.parse(sent) as { max_tokens: number }).max_tokens).toBe(7)
})

test('overrides take precedence over defaults, and drops apply last', async () => {
  const config = {
    default_params: { a: 1, b: 1, c: 1 },
    override_params: { b: 2, c: 2 },
    drop_params: ['c', 'missing', 'messages[*].name', 'metadata.secret'],
  }
  const body =
    '{"model":"m","messages":[{"role":"user","name":"x","content":"1.0"}],"metadata":{"secret":1,"kept":2.0}}'
  expect(JSON.parse(await sentFor(config, body))).toEqual({
    model: 'm',
    messages: [{ role: 'user', content: '1.0' }],
    metadata: { kept: 2 },
    a: 1,
    b: 2,
  })
})

test('each target gets its own params, and no change leaks into the next', async () => {
  await using first = await startSimulator({ answers: [500] })
  await using second = await startSimulator({ answers: ['ok'] })
  const config = {
    strategy: { mode: 'fallback' },
    override_params: { shared: true },
    targets: [at(first, { override_params: { model: 'one' } }), at(second, { override_params: { top_p: 1 } })],
  }
  await gateway.chat(config, { body: '{"model":"m","messages":[]}' })
  expect(first.requests[0]?.json).toEqual({ model: 'one', messages: [], shared: true })
  expect(second.requests[0]?.json).toEqual({ model: 'm', messages: [], shared: true, top_p: 1 })
})

test('an escaped member name is recognised', async () => {
  const sent = await sentFor({ override_params: { model: 'x' } }, '{"mod\\u0065l":"m","messages":[]}')
  expect(JSON.parse(sent)).toEqual({ model: 'x', messages: [] })
  expect(sent.match(/"x"/g)).toHaveLength(1)
})

test('stream: true as an override produces a stream', async () => {
  await using simulator = await startSimulator({ answers: ['one two'] })
  const reply = await gateway.chat(at(simulator, { override_params: { stream: true } }))
  expect(reply.headers.get('content-type')).toStartWith('text/event-stream')
  expect(await reply.text()).toEndWith('data: [DONE]\n\n')
})

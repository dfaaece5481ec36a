import { expect, test } from 'bun:test'
import { shareGateway } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'

const gateway = await shareGateway()
const provider = await shareSimulator({ answers: [{ body: { text: 'hello' } }] })

const SECRET = 'hunter2'
const DENY = { id: 'default.contains', parameters: { words: [SECRET], operator: 'none' } }
const REPLACE = { id: 'default.regexReplace', parameters: { rule: SECRET, redactText: '[gone]' } }

function configOf(check: object, actions: object): string {
  return JSON.stringify({
    provider: 'openai-compatible',
    custom_host: `${provider.url}/v1`,
    api_key: 'sk-1',
    before_request_hooks: [{ type: 'guardrail', id: 'form', checks: [check], ...actions }],
  })
}

async function send(config: string, body: Bun.BodyInit, headers: Record<string, string> = {}) {
  const before = provider.requests.length
  const response = await gateway.fetch('/v1/audio/transcriptions', {
    method: 'POST',
    headers: { 'x-gateway-config': config, ...headers },
    body,
  })
  const text = await response.text()
  return { status: response.status, text, sent: provider.requests.slice(before).map((one) => one.body.toString()) }
}

function form(fields: Readonly<Record<string, string>>, file = 'RIFF'): FormData {
  const made = new FormData()
  made.set('model', 'whisper-1')
  for (const [name, value] of Object.entries(fields)) made.set(name, value)
  made.set('file', new File([file], 'a.wav', { type: 'audio/wav' }))
  return made
}

test('a field is checked at any length, and in an upload that is too large to buffer otherwise', async () => {
  const deny = configOf(DENY, { deny: true })
  expect((await send(deny, form({ prompt: 'a '.repeat(10_000) + SECRET }))).status).toBe(446)
  const large = 'x'.repeat(2 * 1024 * 1024)
  expect((await send(deny, form({ prompt: SECRET }, large))).status).toBe(446)
  const passed = await send(deny, form({ prompt: 'harmless' }, large))
  expect([passed.status, passed.sent.length, passed.sent[0]!.includes(large)]).toEqual([200, 1, true])
})

test('a field is redacted, and every other part stays as it was', async () => {
  const { status, sent } = await send(configOf(REPLACE, {}), form({ prompt: `my ${SECRET}`, language: 'en' }))
  expect([status, sent.length]).toEqual([200, 1])
  expect(sent[0]).toContain('my [gone]')
  expect(sent[0]).not.toContain(SECRET)
  for (const part of ['whisper-1', 'name="language"', 'filename="a.wav"', 'RIFF']) expect(sent[0]).toContain(part)
})

test('a parameter of a form is not text', async () => {
  const words = { id: 'default.contains', parameters: { words: ['whisper'], operator: 'none' } }
  expect((await send(configOf(words, { deny: true }), form({ prompt: 'hi' }))).status).toBe(200)
})

test('a guardrail that redacts refuses what it cannot read, unless an error must not fail it', async () => {
  const body = `${part(`${named('prompt')}\r\nContent-Transfer-Encoding: base64`, 'eA==')}${FILE}--b--\r\n`
  const type = { 'content-type': 'multipart/form-data; boundary=b' }
  const refused = await send(configOf(REPLACE, {}), body, type)
  expect([refused.status, refused.sent.length]).toEqual([446, 0])
  expect(JSON.parse(refused.text)).toMatchObject({ error: { type: 'hooks_failed' } })
  expect((await send(configOf(REPLACE, { fail_on_error: false }), body, type)).status).toBe(200)
  expect((await send(configOf(DENY, {}), body, type)).status).toBe(200)
  const before = provider.requests.length
  const tokens = await gateway.fetch('/v1/embeddings', {
    method: 'POST',
    headers: { 'x-gateway-config': configOf(REPLACE, {}) },
    body: { model: 'm', input: [[1, 2, 3]] },
  })
  expect([tokens.status, provider.requests.length - before]).toEqual([446, 0])
})

const part = (head: string, body: string) => `--b\r\n${head}\r\n\r\n${body}\r\n`
const named = (name: string) => `Content-Disposition: form-data; name="${name}"`
const FILE = part(`${named('file')}; filename="a.wav"`, 'RIFF')

const AMBIGUOUS: Readonly<Record<string, string>> = {
  'a boundary inside a longer one': `${part(named('prompt'), `hi\r\n--bX\r\n${named('file')}; filename="f"\r\n\r\n${SECRET}`)}--b--\r\n`,
  'text after a delimiter that looks like the last': `${FILE}--b--X\r\n${named('prompt')}\r\n\r\n${SECRET}\r\n--b--\r\n`,
  'two names': `${part('Content-Disposition: form-data; name="model"; name="prompt"', SECRET)}${FILE}--b--\r\n`,
  'a name inside a file name': `${part(`Content-Disposition: form-data; filename="; name=file"; name="prompt"`, SECRET)}--b--\r\n`,
  'two dispositions': `${part(`${named('model')}\r\n${named('prompt')}`, SECRET)}${FILE}--b--\r\n`,
  'an encoded part': `${part(`${named('prompt')}\r\nContent-Transfer-Encoding: base64`, Buffer.from(SECRET).toString('base64'))}${FILE}--b--\r\n`,
  'another charset': `${part(`${named('prompt')}\r\nContent-Type: text/plain; charset=utf-7`, SECRET)}${FILE}--b--\r\n`,
  'a prompt as a file': `${part(`${named('prompt')}; filename="p.txt"`, SECRET)}${FILE}--b--\r\n`,
  'no end': `${part(named('prompt'), 'hi')}--b`,
}

test.each(Object.entries(AMBIGUOUS))('a form that parsers may read differently is denied: %s', async (_, body) => {
  const denied = await send(configOf(DENY, { deny: true }), body, { 'content-type': 'multipart/form-data; boundary=b' })
  expect([denied.status, denied.sent.length]).toEqual([446, 0])
  expect(JSON.parse(denied.text)).toMatchObject({
    hook_results: { before_request_hooks: [{ checks: [{ verdict: false, error: { name: 'UnreadableError' } }] }] },
  })
})

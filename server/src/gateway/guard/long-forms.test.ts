import { afterAll, expect, test } from 'bun:test'
import { BodyWorkers } from '../large/body-workers.ts'
import { handle } from '../pipeline.ts'
import { json, testGateway } from '../test-gateway.ts'

const workers = new BodyWorkers(256 * 1024)
afterAll(() => workers.close())

const REDACT = { id: 'default.regexReplace', parameters: { rule: 'hunter2', redactText: '[gone]' } }
const CONTAINS = { id: 'default.contains', parameters: { words: ['hunter3'], operator: 'none' } }

async function send(prompt: string) {
  const { ports, sent } = testGateway([json(200, { text: 'ok' })])
  let checkedInWorker = 0
  const bodies = new Proxy(workers, {
    get: (target, name) => {
      if (name === 'guard') checkedInWorker++
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const hooks = [
    { type: 'guardrail', id: 'redact', checks: [REDACT] },
    { type: 'guardrail', id: 'deny', deny: true, checks: [CONTAINS] },
  ]
  const part = (disposition: string, value: string) =>
    `--edge\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`
  const file = part('name="file"; filename="a.wav"', 'x'.repeat(200 * 1024))
  const body = `${part('name="model"', 'whisper-1')}${part('name="prompt"', prompt)}${file}--edge--\r\n`
  const response = await handle(
    new Request('http://g/v1/audio/transcriptions', {
      method: 'POST',
      body,
      headers: {
        'content-type': 'multipart/form-data; boundary=edge',
        'content-length': String(body.length),
        'x-gateway-api-key': 'KEY',
        'x-gateway-config': JSON.stringify({ provider: 'openai', api_key: 'sk-1', before_request_hooks: hooks }),
      },
    }),
    { ...ports, bodies },
  )
  await response.text()
  return { status: response.status, checkedInWorker, sent }
}

test('the texts of a form are checked in a worker if they are long, with the same results', async () => {
  const short = await send('my password is hunter2')
  expect([short.status, short.checkedInWorker, short.sent.length]).toEqual([200, 0, 1])
  const long = await send(`${'word '.repeat(12_000)}hunter2`)
  expect([long.status, long.checkedInWorker, long.sent.length]).toEqual([200, 1, 1])
  const { body } = long.sent[0]!
  const text = await new Response(body as Bun.BodyInit).text()
  expect([text.includes('word [gone]'), text.includes('hunter2'), text.includes('x'.repeat(1024))]).toEqual([
    true,
    false,
    true,
  ])
  const denied = await send(`${'word '.repeat(12_000)}hunter3`)
  expect([denied.status, denied.checkedInWorker, denied.sent.length]).toEqual([446, 1, 0])
})

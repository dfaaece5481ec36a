import { expect, test } from 'bun:test'
import type { Answer } from './answer.ts'
import { downloadSha256 } from './play-download.ts'
import { startRefusal } from './refusal.ts'
import { startSimulator } from './simulator.ts'

/** The status and length a client receives, or the code of its error. */
async function outcomeOf(answer: Answer, timeoutMs = 600_000): Promise<string> {
  await using simulator = await startSimulator({ answers: [answer] })
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const reply = await fetch(`${simulator.url}/v1/chat/completions`, { method: 'POST', body: '{}', signal })
    return `${reply.status} ${(await reply.text()).length}`
  } catch (error) {
    return String(error instanceof Error && 'code' in error ? error.code : error)
  }
}

const TIMEOUT_CODE = '23'

test.each<[string, Answer, string]>([
  ['reset', { fault: 'reset' }, 'ECONNRESET'],
  ['close', { fault: 'close' }, 'ECONNRESET'],
  ['short-body', { fault: 'short-body' }, 'ECONNRESET'],
  ['cut', { fault: 'cut' }, 'ECONNRESET'],
  ['invalid-json', { fault: 'invalid-json' }, '200 40'],
  ['header-flood', { fault: 'header-flood', count: 50 }, '200 2'],
  ['not-http', { fault: 'not-http' }, 'Malformed_HTTP_Response'],
])('the fault %s looks to a client as it should', async (_name, answer, expected) => {
  expect(await outcomeOf(answer)).toBe(expected)
})

test.each<[string, Answer]>([
  ['hang', { fault: 'hang' }],
  ['headers-then-silence', { fault: 'headers-then-silence' }],
])('the fault %s keeps a client waiting for ever', async (_name, answer) => {
  expect(await outcomeOf(answer, 100)).toBe(TIMEOUT_CODE)
})

test.each<[string, Answer, string]>([
  ['ends', { raw: 'HTTP/1.0 200 OK\r\n\r\nbytes', ending: 'end' }, '200 5'],
  ['resets', { raw: 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nbytes', ending: 'reset' }, 'ECONNRESET'],
  ['stays', { raw: 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nbytes', ending: 'stay' }, '200 5'],
])('raw bytes are sent as they are, then the connection %s', async (_name, answer, expected) => {
  expect(await outcomeOf(answer)).toBe(expected)
})

test('a drip arrives byte by byte and complete', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'drip', gapMs: 0, text: 'slow' }] })
  const reply = await fetch(`${simulator.url}/v1/chat/completions`, { method: 'POST', body: '{}' })
  const completion = (await reply.json()) as { choices: { message: { content: string } }[] }
  expect(completion.choices[0]?.message.content).toBe('slow')
})

test('a huge event is one data line', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'huge-event', sizeBytes: 2_000_000 }] })
  const reply = await fetch(`${simulator.url}/v1/chat/completions`, { method: 'POST', body: '{}' })
  const longest = Math.max(...(await reply.text()).split('\n').map((line) => line.length))
  expect(longest).toBeGreaterThan(2_000_000)
})

test('startRefusal refuses connections', async () => {
  await using refusal = await startRefusal()
  const failure = await fetch(refusal.url).catch((error: Error & { code?: string }) => error.code)
  expect(failure).toBe('ECONNREFUSED')
})

test.each([true, false])('a download (chunked: %p) matches its hash', async (chunked) => {
  const sizeBytes = 1_000_001
  await using simulator = await startSimulator({ answers: [{ download: sizeBytes, chunked }] })
  const bytes = await (await fetch(simulator.url)).bytes()
  expect(bytes.length).toBe(sizeBytes)
  expect(new Bun.CryptoHasher('sha256').update(bytes).digest('hex')).toBe(downloadSha256(sizeBytes))
})

test('a download respects back-pressure', async () => {
  const sizeBytes = 64 * 1024 * 1024
  await using simulator = await startSimulator({ answers: [{ download: sizeBytes }] })
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(new URL(simulator.url).port),
    socket: { data: (self) => void self.pause() },
  })
  socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n')
  const request = await simulator.received(1)
  let before = -1
  while (request.acceptedBytes !== before) {
    before = request.acceptedBytes
    // The end of the growth has no event. Ending early only makes the assertion weaker.
    await Bun.sleep(100)
  }
  expect(request.acceptedBytes).toBeGreaterThan(0)
  expect(request.acceptedBytes).toBeLessThan(sizeBytes / 4)
  socket.terminate()
  expect(await request.ended).toBe('aborted')
})

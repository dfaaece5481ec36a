import { expect, test } from 'bun:test'
import OpenAI from 'openai'
import type { StreamItem } from './answer.ts'
import { eventChannel } from './event-channel.ts'
import { startSimulator } from './simulator.ts'

function clientFor(url: string): OpenAI {
  return new OpenAI({ baseURL: `${url}/v1`, apiKey: 'sk-sim', maxRetries: 0 })
}

const CHAT = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }] }

test('a text is streamed word by word and the official SDK reassembles it', async () => {
  await using simulator = await startSimulator({ answers: ['one two  three'] })
  const stream = clientFor(simulator.url).chat.completions.stream({ ...CHAT, stream_options: { include_usage: true } })
  const completion = await stream.finalChatCompletion()
  expect(completion.choices[0]?.message.content).toBe('one two  three')
  expect(completion.choices[0]?.finish_reason).toBe('stop')
  expect(completion.usage?.total_tokens).toBeGreaterThan(9)
})

test('legacy completions stream in their own format', async () => {
  await using simulator = await startSimulator({ answers: ['one two'] })
  let text = ''
  const stream = await clientFor(simulator.url).completions.create({ model: 'm', prompt: 'x', stream: true })
  for await (const chunk of stream) text += chunk.choices[0]?.text ?? ''
  expect(text).toBe('one two')
})

test('each item of a channel arrives before the next is pushed', async () => {
  const channel = eventChannel<StreamItem>()
  await using simulator = await startSimulator({ answers: [{ stream: channel }] })
  const stream = await clientFor(simulator.url).chat.completions.create({ ...CHAT, stream: true })
  const chunks = stream[Symbol.asyncIterator]()
  channel.push('first')
  await chunks.next()
  expect((await chunks.next()).value?.choices[0]?.delta.content).toBe('first')
  channel.push('second')
  expect((await chunks.next()).value?.choices[0]?.delta.content).toBe('second')
  channel.close()
  expect((await chunks.next()).value?.choices[0]?.finish_reason).toBe('stop')
  expect((await chunks.next()).done).toBe(true)
})

async function readUntilBroken(url: string): Promise<{ readonly text: string; readonly broken: boolean }> {
  const reply = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(CHAT) })
  let text = ''
  try {
    for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) text += chunk
    return { text, broken: false }
  } catch {
    return { text, broken: true }
  }
}

test('cutAfter closes the connection when the next item is due', async () => {
  const channel = eventChannel<StreamItem>()
  await using simulator = await startSimulator({ answers: [{ stream: channel, cutAfter: 1 }] })
  const stream = await clientFor(simulator.url).chat.completions.create({ ...CHAT, stream: true })
  const chunks = stream[Symbol.asyncIterator]()
  channel.push('a')
  await chunks.next()
  expect((await chunks.next()).value?.choices[0]?.delta.content).toBe('a')
  channel.push('b')
  await expect(chunks.next()).rejects.toThrow()
  expect(await simulator.requests[0]?.ended).toBe('cut')
})

test('errorAfter sends an error event and withoutDone omits the final events', async () => {
  await using simulator = await startSimulator({
    answers: [
      { stream: ['a', 'b'], errorAfter: 1 },
      { stream: ['a'], withoutDone: true },
      { fault: 'error-in-stream' },
    ],
  })
  const failed = await readUntilBroken(simulator.url)
  expect(failed.text).toEndWith(
    'data: {"error":{"message":"Simulated overload.","type":"overloaded_error","param":null,"code":null}}\n\n',
  )
  expect(failed.text).not.toContain('"content":"b"')
  const bare = await readUntilBroken(simulator.url)
  expect(bare).toEqual({ text: expect.not.stringContaining('[DONE]'), broken: false })
  expect((await readUntilBroken(simulator.url)).text).toStartWith('data: {"error"')
})

test('stallAfter sends nothing more until the client disconnects', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['a', 'b'], stallAfter: 1 }] })
  const leave = new AbortController()
  const stream = await clientFor(simulator.url).chat.completions.create(
    { ...CHAT, stream: true },
    { signal: leave.signal },
  )
  const chunks = stream[Symbol.asyncIterator]()
  await chunks.next()
  expect((await chunks.next()).value?.choices[0]?.delta.content).toBe('a')
  leave.abort()
  expect(await simulator.requests[0]?.ended).toBe('aborted')
})

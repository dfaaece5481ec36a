import { expect, test } from 'bun:test'
import { ResponseBody } from '../relay/response-body.ts'
import { hideUsage, withUsageRequested } from './stream-usage.ts'

const encoder = new TextEncoder()
const content = 'data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}'
const usage = 'data: {"id":"1","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":1,"total_tokens":4}}'

async function run(chunks: readonly Uint8Array[]): Promise<{ text: string; seen: unknown[] }> {
  const left = [...chunks]
  const seen: unknown[] = []
  const body = hideUsage(new ResponseBody(async () => left.shift() ?? null), (found) => seen.push(found))
  let text = ''
  for (let chunk = await body.read(); chunk !== null; chunk = await body.read()) text += new TextDecoder().decode(chunk)
  return { text, seen }
}

for (const gap of ['\n\n', '\r\n\r\n']) {
  test(`the usage chunk is taken out wherever the stream is cut (${JSON.stringify(gap)})`, async () => {
    const all = encoder.encode([content, usage, 'data: [DONE]', ''].join(gap))
    const expected = [content, 'data: [DONE]', ''].join(gap)
    for (let at = 0; at <= all.length; at++) {
      const { text, seen } = await run([all.subarray(0, at), all.subarray(at)].filter((chunk) => chunk.length > 0))
      expect(text).toBe(expected)
      expect(seen).toEqual([{ prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 }])
    }
  })
}

test('an empty-choices chunk without usage, and a tail without its end, pass as they are', async () => {
  const all = `${content}\n\ndata: {"choices":[],"prompt_filter_results":[]}\n\ndata: [DO`
  expect(await run([encoder.encode(all)])).toEqual({ text: all, seen: [] })
})

test('usage is requested in streams of both completion endpoints unless the caller requests it', () => {
  const ask = (body: object, endpoint: 'chat.completions' | 'embeddings' = 'chat.completions') => {
    const bytes = withUsageRequested(endpoint, encoder.encode(JSON.stringify(body)), { ...body })
    return bytes === null ? null : JSON.parse(new TextDecoder().decode(bytes))
  }
  expect(ask({ stream: true })).toEqual({ stream: true, stream_options: { include_usage: true } })
  expect(ask({ stream: true, stream_options: { x: 1 } })).toEqual({
    stream: true,
    stream_options: { x: 1, include_usage: true },
  })
  for (const none of [false, null]) {
    expect(ask({ stream: true, stream_options: { include_usage: none, x: 1 } })).toEqual({
      stream: true,
      stream_options: { include_usage: true, x: 1 },
    })
  }
  expect(ask({ stream: true, stream_options: null })).toEqual({ stream: true, stream_options: { include_usage: true } })
  for (const theirs of [true, 'x', 1, 0, '', [], {}]) {
    expect(ask({ stream: true, stream_options: { include_usage: theirs } })).toBeNull()
  }
  for (const wrong of ['x', 1, []]) expect(ask({ stream: true, stream_options: wrong })).toBeNull()
  expect(ask({ stream: false })).toBeNull()
  expect(ask({ stream: true }, 'embeddings')).toBeNull()
})

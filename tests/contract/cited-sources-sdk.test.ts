/** The official clients accept the sources that another provider cites, whole and streamed. */

import { expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { shareGateway } from '../harness/share-gateway.ts'
import { DONE, data, scriptedProvider } from '../integration/usage/scripted-provider.ts'

const gateway = await shareGateway()

const URLS = ['https://a.example/one', 'https://b.example/two']
const HEAD = { id: 'c', created: 1, model: 'sonar' }
const SOURCES = { citations: URLS, search_results: URLS.map((url, i) => ({ url, title: `Source ${i + 1}` })) }
const USAGE = { prompt_tokens: 4, completion_tokens: 1, total_tokens: 5 }
const TEXT = 'It is so.[2]'

function perplexity(stream: boolean) {
  if (!stream) {
    const choices = [{ index: 0, message: { role: 'assistant', content: TEXT }, finish_reason: 'stop' }]
    const body = { ...HEAD, object: 'chat.completion', choices, usage: USAGE, ...SOURCES }
    return scriptedProvider({ type: 'application/json', pieces: [JSON.stringify(body)] })
  }
  const chunk = (content: string, reason: string | null) =>
    data({
      ...HEAD,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: reason }],
      usage: USAGE,
      ...SOURCES,
    })
  return scriptedProvider({ pieces: [chunk('It is so.', null), chunk('[2]', 'stop'), DONE] })
}

/** The headers of a request to the provider. */
function headersFor(url: string): Record<string, string> {
  const config = { provider: 'perplexity-ai', api_key: 'sk', custom_host: url }
  return { 'x-gateway-config': JSON.stringify(config) }
}

const apiKey = gateway.workspaceKey

test.each([false, true])('Anthropic’s client, stream: %p', async (stream) => {
  await using provider = perplexity(stream)
  const defaultHeaders = headersFor(provider.url)
  const client = new Anthropic({ baseURL: gateway.url, apiKey, maxRetries: 0, defaultHeaders })
  const ask = { model: 'sonar', max_tokens: 64, messages: [{ role: 'user' as const, content: 'q' }] }
  const message = stream ? await client.messages.stream(ask).finalMessage() : await client.messages.create(ask)
  expect(message.content).toMatchObject([
    {
      type: 'text',
      text: TEXT,
      citations: URLS.map((url, i) => ({ type: 'web_search_result_location', url, title: `Source ${i + 1}` })),
    },
  ])
})

test.each([false, true])('OpenAI’s client for Responses, stream: %p', async (stream) => {
  await using provider = perplexity(stream)
  const defaultHeaders = headersFor(provider.url)
  const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey, maxRetries: 0, defaultHeaders })
  const ask = { model: 'sonar', input: 'q' }
  const response = stream ? await client.responses.stream(ask).finalResponse() : await client.responses.create(ask)
  expect(response.output_text).toBe(TEXT)
  const [message] = response.output
  const [part] = message?.type === 'message' ? message.content : []
  expect(part).toMatchObject({
    annotations: [
      { type: 'url_citation', url: URLS[0], title: 'Source 1' },
      { type: 'url_citation', url: URLS[1], title: 'Source 2', start_index: 9, end_index: 12 },
    ],
  })
})

test.each([false, true])('Google’s client, stream: %p', async (stream) => {
  await using provider = perplexity(stream)
  const headers = headersFor(provider.url)
  const client = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: gateway.url, headers } })
  const ask = { model: 'sonar', contents: 'q' }
  const chunks = []
  if (stream) for await (const chunk of await client.models.generateContentStream(ask)) chunks.push(chunk)
  else chunks.push(await client.models.generateContent(ask))
  expect(chunks.map(({ text }) => text ?? '').join('')).toBe(TEXT)
  expect(chunks.at(-1)?.candidates?.[0]?.groundingMetadata).toMatchObject({
    groundingChunks: URLS.map((uri, i) => ({ web: { uri, title: `Source ${i + 1}` } })),
    groundingSupports: [{ segment: { startIndex: 9, endIndex: 12 }, groundingChunkIndices: [1] }],
  })
})

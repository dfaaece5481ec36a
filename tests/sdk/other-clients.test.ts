/** createHeaders() connects the official packages of other vendors to the gateway. */

import { expect, test } from 'bun:test'
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { generateText, streamText } from 'ai'
import OpenAI from 'openai'
import { createHeaders } from '../../sdk/typescript/src/index.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const SAID = 'Hello from the mock provider. You said: Hi'

function headers(traceId: string) {
  return createHeaders({ apiKey: gateway.workspaceKey, provider: 'mock', traceId, metadata: { _user: 'ada' } })
}

async function expectRecord(traceId: string): Promise<void> {
  expect((await gateway.waitForLog(traceId)).metadata).toMatchObject({ _user: 'ada' })
}

test('the OpenAI package', async () => {
  const client = new OpenAI({ baseURL: gateway.baseURL, apiKey: 'unused', defaultHeaders: headers('by-openai') })
  const messages = [{ role: 'user' as const, content: 'Hi' }]
  const answer = await client.chat.completions.create({ model: 'mock', messages })
  expect(answer.choices[0]?.message.content).toBe(SAID)
  const other = { headers: createHeaders({ cacheNamespace: 'n', traceId: 'by-openai-once' }) }
  const { response } = await client.chat.completions.create({ model: 'mock', messages }, other).withResponse()
  expect(response.headers.get('x-gateway-trace-id')).toBe('by-openai-once')
  await expectRecord('by-openai')
})

test('the Anthropic package', async () => {
  const client = new Anthropic({ baseURL: gateway.url, apiKey: 'unused', defaultHeaders: headers('by-anthropic') })
  const message = await client.messages.create({
    model: 'mock',
    max_tokens: 50,
    messages: [{ role: 'user', content: 'Hi' }],
  })
  expect(message.content[0]).toMatchObject({ type: 'text', text: SAID })
  await expectRecord('by-anthropic')
})

test('the Vercel packages, complete and streamed', async () => {
  const provider = createOpenAI({ baseURL: gateway.baseURL, apiKey: 'unused', headers: headers('by-vercel') })
  expect((await generateText({ model: provider.chat('mock'), prompt: 'Hi' })).text).toBe(SAID)
  expect(await streamText({ model: provider.chat('mock'), prompt: 'Hi' }).text).toBe(SAID)
  await expectRecord('by-vercel')
})

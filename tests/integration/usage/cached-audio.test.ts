import { expect, test } from 'bun:test'
import { shareGateway } from '../../harness/share-gateway.ts'
import { scriptedProvider } from './scripted-provider.ts'

const gateway = await shareGateway()

/** OpenAI's usage of a request whose prompt, text and audio, was partly cached. */
const USAGE = {
  prompt_tokens: 100,
  completion_tokens: 5,
  total_tokens: 105,
  prompt_tokens_details: { audio_tokens: 60, cached_tokens: 50, cached_tokens_details: { audio_tokens: 30 } },
}

test('the log of a request has the cached part of its audio input', async () => {
  const message = { role: 'assistant', content: 'a' }
  const body = {
    id: 'c',
    object: 'chat.completion',
    model: 'gpt-audio',
    choices: [{ index: 0, message }],
    usage: USAGE,
  }
  await using upstream = scriptedProvider({ type: 'application/json', pieces: [JSON.stringify(body)] })
  const config = { provider: 'openai', api_key: 'sk', custom_host: `${upstream.url}/v1` }
  const trace = crypto.randomUUID()
  const reply = await gateway.fetch('/v1/chat/completions', {
    method: 'POST',
    headers: { 'x-gateway-config': JSON.stringify(config), 'x-gateway-trace-id': trace },
    body: { model: 'gpt-audio', messages: [{ role: 'user', content: 'a' }] },
  })
  expect(reply.status).toBe(200)
  await reply.text()
  expect((await gateway.waitForLog(trace)).usage).toMatchObject({
    input_tokens: 100,
    cached_tokens: 50,
    audio_input_tokens: 60,
    cached_audio_tokens: 30,
  })
})

import { expect, test } from 'bun:test'
import { startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { connectSocket } from '../../harness/socket-client.ts'
import { cost, LimitedScene } from '../limits/limited-gateway.ts'

const gateway = await shareGateway()
const scene = new LimitedScene(gateway)

const USAGE = {
  promptTokenCount: 100,
  responseTokenCount: 40,
  totalTokenCount: 140,
  promptTokensDetails: [
    { modality: 'TEXT', tokenCount: 30 },
    { modality: 'AUDIO', tokenCount: 70 },
  ],
  responseTokensDetails: [{ modality: 'AUDIO', tokenCount: 40 }],
}

/** Gemini sends its JSON in binary messages. */
const provider = startSocketSimulator({
  message(peer, message) {
    const event = JSON.parse(String(message)) as Record<string, unknown>
    const reply = (value: object) => peer.send(Buffer.from(JSON.stringify(value)))
    if ('setup' in event) return reply({ setupComplete: {} })
    if (!JSON.stringify(event).includes('audioStreamEnd') && !('clientContent' in event)) return
    reply({ serverContent: { modelTurn: { role: 'model', parts: [{ text: 'Hello' }] } } })
    reply({ serverContent: { turnComplete: true }, usageMetadata: USAGE })
  },
})

const SERVICE = 'google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'

function open(key: string, traceId: string, path = `/ws/${SERVICE}?key=${key}`) {
  const target = { provider: 'google', custom_host: provider.url, api_key: 'AIza-provider' }
  return connectSocket(`${gateway.url}${path}`, {
    headers: { 'x-gateway-config': JSON.stringify(target), 'x-gateway-trace-id': traceId },
  })
}

test.each([
  ['/ws/', 'key'],
  ['//ws/', 'key'],
  ['/v1/ws/', 'access_token'],
])('a Live session at %s with the key in ?%s= is relayed, and its turns are recorded', async (folder, parameter) => {
  const trace = `live${folder.replaceAll('/', '-')}${parameter}`
  const client = await open('', trace, `${folder}${SERVICE}?${parameter}=${gateway.workspaceKey}&alt=json`)
  client.sendJson({ setup: { model: 'models/gemini-2.5-flash-native-audio' } })
  expect(String(await client.next())).toBe('{"setupComplete":{}}')
  client.sendJson({ clientContent: { turns: [{ role: 'user', parts: [{ text: 'hi' }] }], turnComplete: true } })
  await client.until((message) => message.includes('turnComplete'))
  client.socket.close(1000)
  const peer = provider.peers.at(-1)!
  expect(peer.target).toBe(`/ws/${SERVICE}?alt=json`)
  expect(peer.headers.get('x-goog-api-key')).toBe('AIza-provider')
  const log = await gateway.waitForLog(trace)
  expect(log).toMatchObject({
    endpoint: 'live',
    response_model: 'gemini-2.5-flash-native-audio',
    usage: { input_tokens: 100, audio_input_tokens: 70, output_tokens: 40, audio_output_tokens: 40 },
  })
  expect(JSON.stringify(log)).not.toContain(gateway.workspaceKey)
})

test('a budget too low for a turn ends the session before anything is sent to the model', async () => {
  const { key, id } = await scene.key(cost(1))
  const client = await open(key, 'live-budget')
  client.sendJson({ setup: { model: 'models/gemini-2.5-flash', generationConfig: { maxOutputTokens: 10_000_000 } } })
  expect(JSON.parse(String(await client.next()))).toMatchObject({ error: { status: 'budget_exhausted' } })
  expect(await client.closed).toMatchObject({ code: 1008 })
  expect(provider.peers.at(-1)!.received).toHaveLength(0)
  await gateway.waitForLog('live-budget')
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: 0, held: 0 })
})

test('a session without a turn costs nothing, and one with turns what they used', async () => {
  const { key, id } = await scene.key(cost(1))
  const client = await open(key, 'live-cost')
  client.sendJson({ setup: { model: 'models/gemini-2.5-flash' } })
  await client.next()
  expect((await scene.usageOf(id)).held).toBeGreaterThan(0)
  client.socket.close(1000)
  await gateway.waitForLog('live-cost')
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: 0, held: 0 })
  const second = await open(key, 'live-cost-2')
  second.sendJson({ setup: { model: 'models/gemini-2.5-flash' } })
  second.sendJson({ clientContent: { turns: [{ role: 'user', parts: [{ text: 'hi' }] }], turnComplete: true } })
  await second.until((message) => message.includes('turnComplete'))
  second.socket.close(1000)
  const log = await gateway.waitForLog('live-cost-2')
  const spent = await scene.usageOf(id)
  expect(spent.held).toBe(0)
  expect(spent.current_usage).toBeCloseTo((log.cost ?? 0) / 100, 9)
  expect(spent.current_usage).toBeGreaterThan(0)
})

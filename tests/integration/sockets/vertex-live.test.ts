import { expect, test } from 'bun:test'
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { connectSocket, upgradeResponse } from '../../harness/socket-client.ts'

const gateway = await shareGateway()
const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
const VERTEX = '/ws/google.cloud.aiplatform.v1.LlmBidiService/BidiGenerateContent'
const VERTEX_BETA = '/ws/google.cloud.aiplatform.v1beta1.LlmBidiService/BidiGenerateContent'
const GEMINI = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'
const USAGE = { promptTokenCount: 100, responseTokenCount: 40, totalTokenCount: 140 }

/** Vertex AI and its token service at one address. The token service verifies assertions. */
function startVertex() {
  const assertions: string[] = []
  const simulator = startSocketSimulator({
    fetch: async (request) => {
      const form = new URLSearchParams(await request.text())
      const { payload } = await jwtVerify(form.get('assertion') ?? '', publicKey)
      assertions.push(String(payload.iss))
      return Response.json({ access_token: `ya29.token-${assertions.length}`, expires_in: 3_600, token_type: 'Bearer' })
    },
    message(peer, message) {
      const event = JSON.parse(String(message)) as Record<string, unknown>
      const reply = (value: object) => peer.send(Buffer.from(JSON.stringify(value)))
      if ('setup' in event) return reply({ setupComplete: {} })
      reply({ serverContent: { modelTurn: { role: 'model', parts: [{ text: 'Hello' }] } } })
      reply({ serverContent: { turnComplete: true }, usageMetadata: USAGE })
    },
  })
  return Object.assign(simulator, { assertions })
}

async function vertexTarget(url: string) {
  const keyFile = JSON.stringify({
    type: 'service_account',
    project_id: 'test-project',
    private_key_id: 'key-1',
    private_key: await exportPKCS8(privateKey),
    client_email: 'robot@test-project.iam.gserviceaccount.com',
    token_uri: `${url}/token`,
  })
  return {
    provider: 'vertex-ai',
    custom_host: url,
    cloud_b_region: 'europe-west4',
    cloud_b_service_account_json: keyFile,
  }
}

const FULL = (project: string, region: string) =>
  `projects/${project}/locations/${region}/publishers/google/models/gemini-live-2.5-flash`
const OWN = FULL('test-project', 'europe-west4')

test.each([
  ['Vertex AI', VERTEX, VERTEX, OWN, false],
  ['Vertex AI, beta', VERTEX_BETA, VERTEX_BETA, OWN, false],
  ['Vertex AI, another project', VERTEX_BETA, VERTEX_BETA, FULL('other', 'us-central1'), true],
  ['the Gemini API', GEMINI, VERTEX_BETA, 'models/gemini-live-2.5-flash', false],
  ['pass-through', `/v1/proxy${VERTEX}`, VERTEX, OWN, false],
])('a client of %s reaches Vertex AI with a token of the service account', async (_, path, sent, model, isWarned) => {
  await using vertex = startVertex()
  const traceId = `vertex-${Bun.randomUUIDv7()}`
  const client = await connectSocket(gateway.url + path, {
    headers: {
      authorization: `Bearer ${gateway.workspaceKey}`,
      'x-gateway-config': JSON.stringify(await vertexTarget(vertex.url)),
      'x-gateway-trace-id': traceId,
    },
  })
  // `1.0` would become `1` if the gateway serialized the message again.
  client.send(`{"setup": {"model": "${model}", "generationConfig": {"temperature": 1.0}}}`)
  expect(String(await client.next())).toBe('{"setupComplete":{}}')
  client.sendJson({ clientContent: { turns: [{ role: 'user', parts: [{ text: 'hi' }] }], turnComplete: true } })
  await client.until((message) => message.includes('turnComplete'))
  client.socket.close(1000)
  const peer = await vertex.peer(1)
  expect(peer.target).toBe(sent)
  expect(peer.headers.get('authorization')).toBe('Bearer ya29.token-1')
  expect(vertex.assertions).toEqual(['robot@test-project.iam.gserviceaccount.com'])
  expect(String(peer.received[0])).toBe(`{"setup": {"model": "${OWN}", "generationConfig": {"temperature": 1.0}}}`)
  for (const value of peer.headers.values()) expect(value).not.toContain(gateway.workspaceKey)
  const log = await gateway.waitForLog(traceId)
  expect(log).toMatchObject({
    provider: 'vertex-ai',
    response_model: 'gemini-live-2.5-flash',
    usage: { input_tokens: 100, output_tokens: 40 },
  })
  expect(log.cost).toBeGreaterThan(0)
  expect(JSON.stringify(log).includes('project and location are ignored')).toBe(isWarned)
})

test('a client of Vertex AI reaches the Gemini API, with the name that the model has there', async () => {
  await using provider = startVertex()
  const target = { provider: 'google', custom_host: provider.url, api_key: 'AIza-provider' }
  const client = await connectSocket(gateway.url + VERTEX, {
    headers: { authorization: `Bearer ${gateway.workspaceKey}`, 'x-gateway-config': JSON.stringify(target) },
  })
  client.sendJson({ setup: { model: OWN } })
  await client.next()
  client.socket.close(1000)
  const peer = await provider.peer(1)
  expect(peer.target).toBe(GEMINI)
  expect(peer.headers.get('x-goog-api-key')).toBe('AIza-provider')
  expect(peer.received.map(String)).toEqual(['{"setup":{"model":"models/gemini-live-2.5-flash"}}'])
})

test('a service that Vertex AI lacks is a 426', async () => {
  await using vertex = startVertex()
  const response = await upgradeResponse(gateway.url + GEMINI.replace('BidiGenerateContent', 'BidiGenerateMusic'), {
    authorization: `Bearer ${gateway.workspaceKey}`,
    'x-gateway-config': JSON.stringify(await vertexTarget(vertex.url)),
  })
  expect(response.status).toBe(426)
  expect(vertex.handshakes).toHaveLength(0)
})

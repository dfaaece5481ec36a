import { expect, test } from 'bun:test'
import { CohereClientV2 } from 'cohere-ai'
import { startSimulator } from '../../simulators/simulator.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()

const RANKED = {
  id: 'rr-1',
  results: [
    { index: 1, relevance_score: 0.98 },
    { index: 0, relevance_score: 0.12 },
  ],
  meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
}

function cohereAt(url: string): string {
  return JSON.stringify({ provider: 'cohere', api_key: 'co-key', custom_host: url })
}

test('the official client can rerank through the gateway', async () => {
  await using simulator = await startSimulator({ answers: [{ body: RANKED }] })
  const config = cohereAt(simulator.url)
  const client = new CohereClientV2({
    environment: gateway.baseURL,
    token: gateway.workspaceKey,
    headers: { 'x-gateway-config': config },
  })
  const answer = await client.rerank({ model: 'rerank-v3.5', query: 'q', documents: ['a', 'b'], topN: 2 })
  expect(answer.results.map((result) => result.index)).toEqual([1, 0])
  const request = simulator.requests[0]!
  expect([request.method, request.target]).toEqual(['POST', '/v2/rerank'])
  expect(request.headers['authorization']).toBe('Bearer co-key')
  expect(request.json).toEqual({ model: 'rerank-v3.5', query: 'q', documents: ['a', 'b'], top_n: 2 })
})

test('the documented rerank call is forwarded unchanged in both directions', async () => {
  const answered = '{ "results": [ {"index": 0, "relevance_score": 0.50} ] }'
  await using simulator = await startSimulator({ answers: [{ body: answered }] })
  const body = '{"model":"rerank-v3.5","query":"q","documents":["a"],"return_documents":true,"max_chunks_per_doc":10}'
  const headers = { 'x-gateway-config': cohereAt(`${simulator.url}/v2`), 'content-type': 'application/json' }
  const reply = await gateway.fetch('/v1/rerank', { method: 'POST', headers, body })
  expect([reply.status, await reply.text()]).toEqual([200, answered])
  expect([simulator.requests[0]?.target, simulator.requests[0]?.text]).toEqual(['/v2/rerank', body])
})

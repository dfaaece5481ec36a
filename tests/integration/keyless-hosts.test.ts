/** Custom hosts without a credential: what is sent, and to whom. */

import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { errorOf } from '../harness/error-of.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const CREDENTIALS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']

function credentialsIn(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => CREDENTIALS.includes(name)))
}

async function chat(config: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-gateway-api-key': gateway.workspaceKey,
      'x-gateway-config': JSON.stringify(config),
      ...headers,
    },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] }),
  })
}

const only = (target: object) => ({ strategy: { mode: 'fallback' }, targets: [target] })

test.each(['openai', 'groq', 'together-ai', 'azure-openai'])(
  '%s: sends no credential to a keyless host',
  async (provider) => {
    await using simulator = await startSimulator({ answers: ['ok'] })
    const target = { provider, custom_host: `${simulator.url}/v1` }
    const reply = await chat(only(target), { authorization: 'Bearer sk-callers-own' })
    expect([reply.status, await reply.text()]).toEqual([200, expect.any(String)])
    expect(credentialsIn(simulator.requests[0]!.headers)).toEqual({})
  },
)

test('forward_headers passes the header of the caller to its own target only', async () => {
  await using failing = await startSimulator({ answers: [500] })
  await using second = await startSimulator({ answers: ['ok'] })
  const config = {
    strategy: { mode: 'fallback' },
    targets: [
      { provider: 'openai', custom_host: `${failing.url}/v1`, forward_headers: ['Authorization', 'x-api-key'] },
      { provider: 'openai', custom_host: `${second.url}/v1`, api_key: 'sk-second' },
    ],
  }
  const reply = await chat(config, { authorization: 'Bearer sk-callers-own', 'x-api-key': 'callers-too' })
  expect(reply.status).toBe(200)
  expect(credentialsIn(failing.requests[0]!.headers)).toEqual({
    authorization: 'Bearer sk-callers-own',
    'x-api-key': 'callers-too',
  })
  expect(credentialsIn(second.requests[0]!.headers)).toEqual({ authorization: 'Bearer sk-second' })
})

test('the gateway key is never forwarded', async () => {
  await using simulator = await startSimulator({ answers: ['ok'] })
  const target = { provider: 'openai', custom_host: `${simulator.url}/v1`, forward_headers: ['Authorization'] }
  const reply = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${gateway.workspaceKey}`,
      'x-gateway-config': JSON.stringify(only(target)),
    },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] }),
  })
  expect(reply.status).toBe(200)
  expect(credentialsIn(simulator.requests[0]!.headers)).toEqual({})
})

test('callers with different forwarded credentials share no cached response', async () => {
  await using simulator = await startSimulator({ answers: ['ok'] })
  const config = {
    ...{ provider: 'openai', custom_host: `${simulator.url}/v1`, forward_headers: ['Authorization'] },
    cache: { mode: 'simple' },
  }
  for (const authorization of ['Bearer one', 'Bearer two', 'Bearer one'])
    expect((await chat(only(config), { authorization })).status).toBe(200)
  expect(simulator.requests.map(({ headers }) => headers['authorization'])).toEqual(['Bearer one', 'Bearer two'])
})

test('a provider without custom host and credential stays an error', async () => {
  const refused = await errorOf(await chat(only({ provider: 'openai', forward_headers: ['Authorization'] })))
  expect(refused).toMatchObject({ status: 400, code: 'config_invalid', param: 'targets[0].api_key' })
})

test('an error of the gateway names the provider of its last attempt', async () => {
  const reply = await chat({ provider: 'groq', api_key: 'k', custom_host: 'http://127.0.0.1:9/v1' })
  const body = (await reply.json()) as { readonly provider?: string; readonly error: { readonly code: string } }
  expect([body.provider, body.error.code]).toEqual(['groq', 'address_forbidden'])
})

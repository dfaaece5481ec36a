import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { claimOwner, signedIn } from '../harness/claim-owner.ts'
import { ControlScene } from '../harness/control-scene.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { shareSimulator } from '../harness/share-simulator.ts'

const gateway = await shareGateway()
const simulator = await shareSimulator({ answers: ['hello'] })
const scene = new ControlScene(gateway)
const owner = await claimOwner(gateway)

async function invite(workspaceId: string | null): Promise<Record<string, string>> {
  const email = `${crypto.randomUUID()}@example.com`
  const workspaces = workspaceId === null ? [] : [{ id: workspaceId, role: 'member' }]
  const invited = await scene.do('POST', '/admin/users/invites', { email, role: 'member', workspaces })
  const token = String(invited['invite_link']).split('/').at(-1)
  const reply = await scene.call(null, 'POST', '/invites/accept', {
    token,
    password: `password of ${email}`,
    first_name: 'Pat',
  })
  return signedIn(gateway, reply)
}

async function chat(
  headers: Record<string, string>,
  body = { model: 'mock-1', messages: [{ role: 'user', content: 'Hello' }] },
) {
  const reply = await gateway.fetch('/v1/chat/completions', {
    method: 'POST',
    key: null,
    headers: { 'x-gateway-provider': 'mock', ...headers },
    body,
  })
  const answer = (await reply.json()) as { object?: string; error?: { code: string } }
  return { status: reply.status, code: answer.error?.code ?? answer.object }
}

test('a signed-in user sends requests without a key, in their own workspaces', async () => {
  expect(await chat(owner.headers)).toMatchObject({ status: 200, code: 'chat.completion' })
  const mine = await scene.do('POST', '/admin/workspaces', { name: 'Mine' })
  const other = await scene.do('POST', '/admin/workspaces', { name: 'Another' })
  const member = await invite(String(mine['id']))
  expect(await chat({ ...member, 'x-gateway-workspace-id': String(mine['id']) })).toMatchObject({ status: 200 })
  expect(await chat(member)).toMatchObject({ status: 200 })
  const foreign = await chat({ ...member, 'x-gateway-workspace-id': String(other['id']) })
  const unknown = await chat({ ...member, 'x-gateway-workspace-id': 'none' })
  expect(foreign).toMatchObject({ status: unknown.status, code: unknown.code })
  expect(foreign.status).not.toBe(200)
})

test('a user without a workspace cannot send requests', async () => {
  expect((await chat(await invite(null))).status).toBeGreaterThanOrEqual(400)
})

test('a session is rejected from another site and from a form without the required header', async () => {
  expect(await chat({ ...owner.headers, origin: 'https://evil.example.com' })).toMatchObject({
    status: 403,
    code: 'origin_forbidden',
  })
  const { 'x-gateway-csrf': _, ...without } = owner.headers
  expect(await chat(without)).toMatchObject({ status: 403, code: 'origin_forbidden' })
})

test('an ended session is rejected', async () => {
  const cookie = `gatehouse_session=${'A'.repeat(43)}`
  expect(await chat({ ...owner.headers, cookie })).toMatchObject({ status: 401, code: 'session_invalid' })
})

test('the provider gets no browser headers, and the record names the user', async () => {
  await chat({
    ...owner.headers,
    referer: gateway.url,
    'sec-fetch-site': 'same-origin',
    'x-gateway-trace-id': 'from-the-browser',
    'x-gateway-provider': 'openai',
    'x-gateway-config': JSON.stringify({
      provider: 'openai',
      api_key: 'sk-test-0000000000000000',
      custom_host: `${simulator.url}/v1`,
    }),
  })
  const arrived = simulator.requests.at(-1)
  expect(Object.keys(arrived?.headers ?? {})).toContain('authorization')
  for (const name of ['cookie', 'origin', 'referer', 'sec-fetch-site', 'x-gateway-csrf']) {
    expect(arrived?.headers).not.toHaveProperty(name)
  }
  expect(JSON.stringify(await gateway.waitForLog('from-the-browser'))).toContain('owner@example.com, signed in')
})

test('a session cookie never reaches a provider', async () => {
  await using upstream = await startSimulator({ answers: ['hello'] })
  const config = JSON.stringify({ ...at(upstream), forward_headers: ['cookie', 'x-mine'] })
  const reply = await gateway.fetch('/v1/chat/completions', {
    method: 'POST',
    key: null,
    headers: { ...owner.headers, 'x-gateway-config': config, 'x-mine': 'yes' },
    body: { model: 'm', messages: [] },
  })
  expect(reply.status).toBe(200)
  const { cookie, 'x-mine': mine } = upstream.requests[0]!.headers
  expect([cookie, mine]).toEqual([undefined, 'yes'])
})

import { expect, test } from 'bun:test'
import type { Answer } from '../../simulators/answer.ts'
import { type Simulator, startSimulator } from '../../simulators/simulator.ts'
import { ControlScene } from '../harness/control-scene.ts'
import { eventually } from '../harness/eventually.ts'
import { connectRaw, rawRequest } from '../harness/raw-client.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { type Gateway, startGateway } from '../harness/start-gateway.ts'

const shared = await shareGateway()
const LIST: Answer = { body: { object: 'list', data: [{ id: 'm-1', object: 'model' }] } }
const SLOW: Answer = { ...LIST, delayMs: 1_000 }
/** The number of providers that the gateway calls concurrently. */
const AT_ONCE = 8

/** Creates a workspace with one virtual key per simulator. */
async function workspace(upstreams: readonly Simulator[], gateway: Gateway = shared) {
  const scene = new ControlScene(gateway)
  const actor = await scene.workspaceKey(await scene.workspace(), await scene.scopesOf('workspace'))
  const slugs: string[] = []
  for (const { url } of upstreams) {
    const input = { name: 'Listed', provider: 'openai-compatible', key: 'sk-sim', custom_host: `${url}/v1` }
    const made = await scene.call(actor, 'POST', '/virtual-keys', input)
    slugs.push(String(made.body['slug']))
  }
  const key = actor.headers['x-gateway-api-key']!
  const list = async (query = '', headers: Record<string, string> = {}): Promise<string[]> => {
    const reply = await gateway.fetch(`/v1/models${query}`, { key, headers })
    expect(reply.status).toBe(200)
    const { data } = (await reply.json()) as { data: { id: string }[] }
    return data.map(({ id }) => id).filter((id) => id.startsWith('@'))
  }
  return { key, slugs, list }
}

test('concurrent callers share one upstream list request, which has no caller headers', async () => {
  await using one = await startSimulator({ answers: [SLOW] })
  await using two = await startSimulator({ answers: [500] })
  const { slugs, list } = await workspace([one, two])
  const expected = [`@${slugs[0]}/m-1`, `@${slugs[1]}`].sort()
  const lists = await Promise.all(Array.from({ length: 10 }, () => list('', { 'x-mine': 'secret' })))
  for (const ids of [...lists, await list(), await list()]) expect(ids.sort()).toEqual(expected)
  expect([one.requests.length, two.requests.length]).toEqual([1, 1])
  expect(one.requests[0]!.headers['x-mine']).toBeUndefined()
})

test('a changed virtual key gets a new list request', async () => {
  await using one = await startSimulator({ answers: [LIST] })
  await using other = await startSimulator({ answers: [{ body: { data: [{ id: 'm-2' }] } }] })
  const { slugs, list } = await workspace([one])
  expect(await list()).toEqual([`@${slugs[0]}/m-1`])
  const scene = new ControlScene(shared)
  await scene.do('PUT', `/virtual-keys/${slugs[0]}`, { custom_host: `${other.url}/v1`, key: 'sk-sim' })
  expect(await list()).toEqual([`@${slugs[0]}/m-2`])
})

test('the caller can disable the list requests and still gets the known models', async () => {
  await using one = await startSimulator({ answers: [LIST] })
  const { slugs, list } = await workspace([one])
  expect(await list('?providers=false')).toEqual([`@${slugs[0]}`])
  expect(one.requests).toHaveLength(0)
  expect(await list()).toEqual([`@${slugs[0]}/m-1`])
  expect(await list('?providers=false')).toEqual([`@${slugs[0]}/m-1`])
  expect(one.requests).toHaveLength(1)
})

test('a setting can disable the list requests', async () => {
  await using gateway = await startGateway({ environment: { GATEWAY_LIST_PROVIDER_MODELS: 'false' } })
  await using one = await startSimulator({ answers: [LIST] })
  const { slugs, list } = await workspace([one], gateway)
  expect([await list(), await list('?providers=true')]).toEqual([[`@${slugs[0]}`], [`@${slugs[0]}`]])
  expect(one.requests).toHaveLength(0)
})

test('one list request makes at most as many upstream calls as any other request', async () => {
  await using gateway = await startGateway({ environment: { GATEWAY_MAX_CALLS_PER_REQUEST: '2' } })
  await using one = await startSimulator({ answers: [LIST] })
  const { slugs, list } = await workspace([one, one, one], gateway)
  expect((await list()).length).toBe(slugs.length)
  expect(one.requests).toHaveLength(2)
})

test('a caller that disconnects aborts its upstream calls, and no others follow', async () => {
  await using hanging = await startSimulator({ answers: [{ fault: 'hang' }] })
  const { key } = await workspace(Array.from({ length: AT_ONCE + 4 }, () => hanging))
  const client = await connectRaw(shared.url)
  client.send(rawRequest('GET', '/v1/models', [['x-gateway-api-key', key]]))
  await hanging.received(AT_ONCE)
  client.leave()
  const ends = await Promise.all(hanging.requests.map(({ ended }) => ended))
  expect(ends).toEqual(Array.from({ length: AT_ONCE }, () => 'aborted'))
  await eventually('the upstream connection is closed', () => hanging.openConnections === 0)
  expect(hanging.requests).toHaveLength(AT_ONCE)
})

test('a caller that disconnects does not abort a list request that another caller waits for', async () => {
  await using one = await startSimulator({ answers: [SLOW] })
  const { key, slugs, list } = await workspace([one])
  const client = await connectRaw(shared.url)
  client.send(rawRequest('GET', '/v1/models', [['x-gateway-api-key', key]]))
  await one.received(1)
  const listing = list()
  // No event shows that the second caller waits too.
  await Bun.sleep(700)
  client.leave()
  expect(await listing).toEqual([`@${slugs[0]}/m-1`])
  expect(one.requests).toHaveLength(1)
})

test('a list that is too long is not read to the end', async () => {
  await using endless = await startSimulator({ answers: [{ download: 64 * 1024 * 1024 }] })
  const { slugs, list } = await workspace([endless])
  expect(await list()).toEqual([`@${slugs[0]}`])
  expect(endless.requests[0]!.acceptedBytes).toBeLessThan(32 * 1024 * 1024)
})

test('the list has 50 virtual keys that can be used, and the models of all others are found by their ids', async () => {
  await using upstream = await startSimulator({ answers: [LIST] })
  const { key, slugs, list } = await workspace(Array.from({ length: 62 }, () => upstream))
  const scene = new ControlScene(shared)
  // On the first page of the store's list, whether it begins with the oldest or the newest.
  const disabled = [...slugs.slice(0, 5), ...slugs.slice(-5)]
  for (const slug of disabled) await scene.do('PUT', `/virtual-keys/${slug}`, { status: 'archived' })
  const listed = new Set(await list('?providers=false'))
  expect(listed.size).toBe(50)
  const unlisted = slugs.filter((slug) => !listed.has(`@${slug}`) && !disabled.includes(slug))
  expect(unlisted).toHaveLength(2)
  for (const slug of unlisted) expect((await shared.fetch(`/v1/models/@${slug}/m-1`, { key })).status).toBe(200)
  expect((await shared.fetch(`/v1/models/@${disabled[0]}/m-1`, { key })).status).toBe(404)
})

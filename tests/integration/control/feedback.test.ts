import { expect, test } from 'bun:test'
import { ControlScene, withKey } from '../../harness/control-scene.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const own = withKey('workspace key', gateway.workspaceKey)

async function ask(traceId: string): Promise<void> {
  await (await gateway.chat({ provider: 'mock' }, { headers: { 'x-gateway-trace-id': traceId } })).text()
  await gateway.waitForLog(traceId)
}

async function give(body: unknown, actor = own) {
  return scene.call(actor, 'POST', '/feedback', body)
}

test('feedback by trace id is on the log and can be changed', async () => {
  await ask('rated')
  const given = await give({ trace_id: 'rated', value: 7, metadata: { by: 'me' } })
  expect(given).toMatchObject({ status: 200, body: { status: 'success' } })
  const [id] = given.body['feedback_ids'] as string[]
  const log = await gateway.waitForLog('rated')
  expect(log.feedback).toMatchObject([{ id, trace_id: 'rated', value: 7, weight: 1, metadata: { by: 'me' } }])
  const changed = await scene.call(own, 'PUT', `/feedback/${id}`, { value: -3, weight: 0.5, metadata: null })
  expect(changed).toMatchObject({ status: 200, body: { feedback_ids: [id] } })
  const { body } = await scene.call(own, 'GET', '/feedback?trace_id=rated')
  expect(body).toMatchObject({ total: 1, data: [{ id, value: -3, weight: 0.5, metadata: { by: 'me' } }] })
})

test('a batch returns ids in order; one invalid item rejects the whole batch', async () => {
  await ask('bulk')
  const wrong = await give([
    { trace_id: 'bulk', value: 1 },
    { trace_id: 'bulk', value: 11 },
  ])
  expect(wrong).toMatchObject({ status: 400, body: { error: { code: 'invalid_body', param: '[1].value' } } })
  const given = await give([
    { trace_id: 'bulk', value: 1 },
    { trace_id: 'bulk', value: 2, weight: 7 },
  ])
  const { body } = await scene.call(own, 'GET', '/feedback?trace_id=bulk')
  const data = body['data'] as { id: string; value: number; weight: number }[]
  expect(data.map(({ id }) => id).sort()).toEqual((given.body['feedback_ids'] as string[]).toSorted())
  expect(data.map(({ value, weight }) => [value, weight]).toSorted()).toEqual([
    [1, 1],
    [2, 1],
  ])
})

test('an item of a batch cannot name another workspace', async () => {
  const other = await scene.workspace()
  const reply = await give([
    { trace_id: 'elsewhere', value: 1 },
    { trace_id: 'elsewhere', value: 2, workspace_id: other },
  ])
  expect(reply).toMatchObject({ status: 400, body: { error: { code: 'invalid_body', param: '[1].workspace_id' } } })
  const { body } = await scene.call(own, 'GET', '/feedback?trace_id=elsewhere')
  expect(body).toMatchObject({ total: 0 })
})

test('feedback can arrive before its request', async () => {
  expect((await give({ trace_id: 'early', value: 4 })).status).toBe(200)
  await ask('early')
  expect((await gateway.waitForLog('early')).feedback).toMatchObject([{ value: 4 }])
})

test.each([
  [{ value: 1 }, 'trace_id'],
  [{ trace_id: 't' }, 'value'],
  [{ trace_id: 't', value: 1.5 }, 'value'],
  [{ trace_id: 't', value: -11 }, 'value'],
  [{ trace_id: 't', value: '1' }, 'value'],
  [{ trace_id: '', value: 1 }, 'trace_id'],
  [{ trace_id: 'x'.repeat(129), value: 1 }, 'trace_id'],
  [{ trace_id: 't', value: 1, weight: 'much' }, 'weight'],
  [{ trace_id: 't', value: 1, metadata: 'text' }, 'metadata'],
  [{ trace_id: 't', value: 1, score: 1 }, 'score'],
  [[], 'body'],
])('%j is rejected by name', async (body, param) => {
  expect(await give(body)).toMatchObject({ status: 400, body: { error: { code: 'invalid_body', param } } })
})

test('feedback with the same trace id in another workspace is separate', async () => {
  await ask('private')
  await give({ trace_id: 'private', value: 9 })
  const neighbour = await scene.workspaceKey(await scene.workspace(), ['logs.write', 'logs.view'])
  expect((await scene.call(neighbour, 'GET', '/feedback?trace_id=private')).body).toMatchObject({ total: 0, data: [] })
  expect((await give({ trace_id: 'private', value: -9 }, neighbour)).status).toBe(200)
  expect((await gateway.waitForLog('private')).feedback.map(({ value }) => value)).toEqual([9])
})

test('a repeated call with the same Idempotency-Key stores feedback once', async () => {
  await ask('repeated')
  const send = () =>
    gateway.fetch('/v1/feedback', {
      method: 'POST',
      headers: { 'idempotency-key': 'one-click' },
      body: { trace_id: 'repeated', value: 2 },
    })
  const [first, second] = [await (await send()).json(), await (await send()).json()]
  expect(second).toEqual(first)
  expect((await gateway.waitForLog('repeated')).feedback).toHaveLength(1)
})

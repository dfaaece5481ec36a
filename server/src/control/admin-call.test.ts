import { expect, test } from 'bun:test'
import { z } from 'zod'
import { GatewayError } from '../core/errors.ts'
import { endpoint } from './endpoint.ts'
import { startControl } from './test-control.ts'

let crashes = 0

const create = endpoint({
  name: 'things.create',
  method: 'POST',
  path: '/things',
  summary: 'Create a thing',
  permission: 'any caller',
  audit: 'thing.create',
  body: z.strictObject({ name: z.string() }),
  reply: z.object({ id: z.string(), secret: z.string() }),
  handle: ({ body, change, note, principal, nowMs }) =>
    change(async (stores) => {
      const id = crypto.randomUUID()
      // Any table would do for this test.
      await stores.sessions.insert({
        tokenHash: id,
        userId: principal.id,
        createdAtMs: nowMs,
        lastSeenAtMs: nowMs,
        expiresAtMs: nowMs,
        ip: '',
        userAgent: body.name,
        method: 'password',
      })
      note({ id, name: body.name })
      if (body.name === 'taken') throw new GatewayError('conflict')
      if (crashes-- > 0) throw new Error('the process died')
      return { id, secret: `the secret of ${id}` }
    }),
})

async function start() {
  const control = await startControl([create, { ...create, name: 'others.create', path: '/others' }])
  const ask = (name: string, key: string | null, as = control.principal(), path = '/things') =>
    control.ask({
      method: 'POST',
      path,
      body: JSON.stringify({ name }),
      headers: { 'content-type': 'application/json', ...(key !== null && { 'idempotency-key': key }) },
      as,
    })
  const { organisation_id } = control.home
  for (const id of ['key-1', 'key-2'])
    await control.database
      .insertInto('users')
      .values({
        id,
        organisation_id,
        email: id,
        first_name: '',
        last_name: '',
        role: 'member',
        password_hash: '',
        is_disabled: 0,
        is_break_glass: 0,
        created_at_ms: 0,
        updated_at_ms: 0,
      })
      .execute()
  const made = async () => (await control.database.selectFrom('sessions').selectAll().execute()).length
  return { control, ask, made, [Symbol.asyncDispose]: () => control[Symbol.asyncDispose]() }
}

test('100 concurrent calls with one Idempotency-Key create one object and get one response', async () => {
  await using rig = await start()
  const answers = await Promise.all(Array.from({ length: 100 }, () => rig.ask('one', 'k')))
  expect(new Set(answers.map((answer) => JSON.stringify([answer?.status, answer?.body]))).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 200, body: { secret: expect.stringContaining('the secret of') } })
  expect(answers.filter((answer) => answer?.headers.get('idempotent-replayed') === 'true').length).toBe(99)
  expect(await rig.made()).toBe(1)
  expect((await rig.control.entries()).filter((entry) => entry.refusedWith === null).length).toBe(1)
})

test('the stored response is encrypted: a copy of the database does not show the secret', async () => {
  await using rig = await start()
  const answer = await rig.ask('one', 'k')
  const row = await rig.control.database.selectFrom('idempotency_replies').selectAll().executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(String(answer?.body['id']))
})

test('the same idempotency key with another body or operation is refused and creates nothing', async () => {
  await using rig = await start()
  await rig.ask('one', 'k')
  const others = [await rig.ask('two', 'k'), await rig.ask('one', 'k', rig.control.principal(), '/others')]
  for (const other of others)
    expect(other).toMatchObject({
      status: 409,
      error: { code: 'idempotency_conflict', param: 'idempotency-key' },
    })
  expect(await rig.made()).toBe(1)
})

test('another caller’s key of the same name is independent', async () => {
  await using rig = await start()
  const own = await rig.ask('one', 'k')
  const others = await rig.ask('one', 'k', rig.control.principal({ keyId: 'key-2' }))
  expect(others?.status).toBe(200)
  expect(others?.body['id']).not.toBe(own?.body['id'])
})

test('after a day the same Idempotency-Key creates a new object', async () => {
  await using rig = await start()
  const first = await rig.ask('one', 'k')
  await rig.control.database
    .updateTable('idempotency_replies')
    .set({ created_at_ms: Date.now() - 86_400_001 })
    .execute()
  const second = await rig.ask('one', 'k')
  expect(second?.status).toBe(200)
  expect(second?.body['id']).not.toBe(first?.body['id'])
})

test('a call that failed half way left nothing, and can be repeated', async () => {
  await using rig = await start()
  crashes = 1
  expect(await rig.ask('one', 'k')).toMatchObject({ status: 500 })
  expect(await rig.made()).toBe(0)
  expect(await rig.ask('one', 'k')).toMatchObject({ status: 200 })
  expect(await rig.made()).toBe(1)
})

test('a refusal is not stored: the caller may correct the request and retry', async () => {
  await using rig = await start()
  expect(await rig.ask('taken', 'k')).toMatchObject({ status: 409, error: { code: 'conflict' } })
  expect(await rig.made()).toBe(0)
  expect(await rig.ask('free', 'k')).toMatchObject({ status: 200 })
})

test('without an idempotency key, every call creates a resource', async () => {
  await using rig = await start()
  await rig.ask('one', null)
  await rig.ask('one', null)
  expect(await rig.made()).toBe(2)
})

test('a key that is empty or too long is refused by name', async () => {
  await using rig = await start()
  for (const key of ['', 'k'.repeat(256)])
    expect(await rig.ask('one', key)).toMatchObject({ status: 400, error: { param: 'idempotency-key' } })
  expect(await rig.made()).toBe(0)
})

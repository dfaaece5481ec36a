/** Logged bodies in S3. */

import { expect, test } from 'bun:test'
import { eventually } from '../../harness/eventually.ts'
import { sharedDatabase } from '../../harness/nodes/shared-database.ts'
import { startS3Server } from '../../harness/s3-server.ts'
import { startGatewayProcess } from '../../harness/start-gateway-process.ts'

test('bodies are stored in S3, read from it, and reported as missing if their object is deleted', async () => {
  await using s3 = await startS3Server()
  const environment = { ...s3.environment, GATEWAY_BODY_STORAGE: `s3://${s3.bucket}/bodies` }
  await using gateway = await startGatewayProcess({ environment })
  const body = { model: 'mock', messages: [{ role: 'user', content: 'stored in a bucket' }] }
  await (await gateway.chat({ provider: 'mock' }, { body, headers: { 'x-gateway-trace-id': 'in-s3' } })).text()
  const { id } = await gateway.waitForLog('in-s3')
  const objects = (await s3.client.list({ prefix: 'bodies/' })).contents ?? []
  expect(objects.map(({ key }) => key)).toEqual([
    expect.stringMatching(/^bodies\/workspace=[^/]+\/day=\d{4}-\d\d-\d\d\/\d+-[0-9a-f]{32}\.block$/),
  ])
  const detail = async () => (await (await gateway.fetch(`/v1/logs/${id}`)).json()) as Record<string, unknown>
  expect(await detail()).toMatchObject({
    bodies_unavailable: null,
    request: { body: expect.stringContaining('stored in a bucket') },
  })
  await s3.client.delete(objects[0]!.key)
  const missing = await eventually('the object is missing', async () => {
    const read = await detail()
    return read['bodies_unavailable'] !== null && read
  })
  expect(missing).toMatchObject({ bodies_unavailable: 'missing', bodies_expired: false, request: { body: null } })
})

test('while S3 is down, requests are served, no log is lost, not even to a kill, and stored logs are read without bodies', async () => {
  await using s3 = await startS3Server()
  await using database = await sharedDatabase()
  const environment = { ...s3.environment, GATEWAY_BODY_STORAGE: `s3://${s3.bucket}/bodies` }
  await using gateway = await database.startNode({ environment })
  const send = async (content: string, to = gateway) => {
    const body = { model: 'mock', messages: [{ role: 'user', content }] }
    const reply = await to.chat({ provider: 'mock' }, { body, headers: { 'x-gateway-trace-id': content } })
    expect(reply.status).toBe(200)
    await reply.text()
  }
  await send('before')
  await gateway.waitForLog('before')
  s3.isDown = true
  await send('during')
  expect(await gateway.waitForLog('before')).toMatchObject({
    bodies_unavailable: 'unreachable',
    bodies_expired: false,
    request: { body: null },
  })
  await eventually('the problem is reported', async () =>
    (await (await gateway.fetch('/readyz')).text()).includes('was not stored'),
  )
  // Logs wait until their bodies are stored.
  expect((await gateway.logs({ trace_id: 'during' })).data).toEqual([])
  await gateway.kill9()
  await using next = await database.startNode({ environment, dataDirectory: gateway.dataDirectory })
  await send('after a kill', next)
  s3.isDown = false
  for (const text of ['before', 'during', 'after a kill'])
    expect(await next.waitForLog(text)).toMatchObject({
      bodies_unavailable: null,
      request: { body: expect.stringContaining(text) },
    })
})

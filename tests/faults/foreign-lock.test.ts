import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { StreamItem } from '../../simulators/answer.ts'
import { eventChannel } from '../../simulators/event-channel.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { addKey } from '../harness/add-key.ts'
import { at } from '../harness/at.ts'
import { eventually } from '../harness/eventually.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'

/** A separate process that takes the write lock of a database and holds it until `release`. */
async function lockFrom(path: string) {
  const program = `
    const { Database } = require('bun:sqlite')
    const database = new Database(process.argv[1])
    database.run('pragma busy_timeout = 5000')
    database.run('begin immediate')
    console.log('locked')
    for await (const _ of Bun.stdin.stream()) break
    database.run('rollback')
    database.close()`
  const child = Bun.spawn([process.execPath, '-e', program, path], { stdin: 'pipe', stdout: 'pipe' })
  const { value } = await child.stdout.getReader().read()
  expect(new TextDecoder().decode(value)).toBe('locked\n')
  return {
    async release() {
      await child.stdin.end()
      expect(await child.exited).toBe(0)
    },
    [Symbol.dispose]: () => child.kill('SIGKILL'),
  }
}

test("another process's write lock on control.db delays only writes to it", async () => {
  await using gateway = await startGatewayProcess()
  const channel = eventChannel<StreamItem>()
  await using simulator = await startSimulator({ answers: [{ stream: channel }, 'fresh'] })
  // A key that no request has used yet: it is looked up in the locked store.
  const fresh = await addKey(gateway, { scopes: ['completions.write'] })
  channel.push('first ')
  const stream = await gateway.chat(at(simulator), { body: { stream: true } })
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  let seen = ''
  const until = async (text: string) => {
    while (!seen.includes(text)) {
      const { value, done } = await reader.read()
      if (done) throw new Error(`The stream ended before "${text}": ${seen}`)
      seen += value
    }
  }
  await until('first')

  using lock = await lockFrom(join(gateway.dataDirectory, 'control.db'))
  let isWritten = false
  const body = { name: 'locked out', config: { provider: 'mock' } }
  const write = gateway.fetch('/v1/configs', { method: 'POST', body }).then((reply) => {
    isWritten = true
    return reply
  })
  // Each event is sent after the previous one arrived: an event that waited for the lock would hang this test.
  for (let i = 0; i < 5; i++) {
    channel.push(`event-${i} `)
    await until(`event-${i} `)
    await Bun.sleep(5)
  }
  const reply = await gateway.chat(at(simulator), { key: fresh })
  expect([reply.status, (await reply.text()).includes('fresh')]).toEqual([200, true])
  expect(isWritten).toBe(false)
  await lock.release()
  expect((await write).status).toBe(200)
  channel.close()
  await until('[DONE]')
})

test('a lock that is not released fails an administrative change with a clear error, and the change is rolled back', async () => {
  await using gateway = await startGatewayProcess()
  const body = { name: 'locked out', config: { provider: 'mock' } }
  {
    using _lock = await lockFrom(join(gateway.dataDirectory, 'control.db'))
    const refused = await gateway.fetch('/v1/configs', { method: 'POST', body })
    const text = await refused.text()
    expect([refused.status, JSON.parse(text).error.code]).toEqual([503, 'store_unavailable'])
    expect(text).toContain('Another process holds a lock on the control store')
    expect(text).not.toContain(gateway.dataDirectory)
  }
  // The caller does not wait for the audit entry: it is written once the lock is released.
  await eventually('the refusal is in the audit log', async () => {
    const entries = await gateway.fetch('/v1/audit-logs', { key: gateway.adminKey })
    return (await entries.text()).includes('"store_unavailable"')
  })
  const listed = (await (await gateway.fetch('/v1/configs')).json()) as { readonly data: readonly object[] }
  expect(listed.data).toEqual([])
  expect((await gateway.fetch('/v1/configs', { method: 'POST', body })).status).toBe(200)
})

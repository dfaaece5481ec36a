import { expect, test } from 'bun:test'
import { Client } from 'pg'
import { newPort } from '../../../simulators/new-port.ts'
import { eventually } from '../../harness/eventually.ts'
import { sharedDatabase } from '../../harness/nodes/shared-database.ts'

const isTaken = (port: number) =>
  Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } }).then(
    (socket) => {
      socket.end()
      return true
    },
    () => false,
  )

test('a request during startup waits until the node has loaded its prices', async () => {
  await using database = await sharedDatabase()
  await using first = await database.startNode()
  const port = newPort()
  const holder = new Client({ connectionString: database.environment['DATABASE_URL'] })
  await holder.connect()
  try {
    await holder.query('BEGIN; LOCK TABLE prices IN ACCESS EXCLUSIVE MODE')
    const starting = database.startNode({ environment: { GATEWAY_PORT: String(port) } })
    await eventually('the port is open', () => isTaken(port))
    const { adminKey, workspaceKey } = first
    const call = async (path: string, key: string, body: object) => {
      const headers = { 'content-type': 'application/json', 'x-gateway-api-key': key, 'x-gateway-provider': 'mock' }
      const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      await reply.text()
      return reply.status
    }
    const chat = { model: 'mock-1', messages: [{ role: 'user', content: 'hi' }] }
    const early = Promise.all([
      call('/v1/configs', adminKey, { name: 'early', config: { provider: 'mock' } }),
      call('/v1/chat/completions', workspaceKey, chat),
      fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status),
    ])
    // The calls arrive during the migration; if they come later, they are answered too.
    await Bun.sleep(200)
    await holder.query('COMMIT')
    expect(await early).toEqual([200, 200, 200])
    await using node = await starting
    expect(node.url).toEndWith(`:${port}`)
  } finally {
    await holder.end()
  }
})

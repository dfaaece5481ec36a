import { expect, test } from 'bun:test'
import type { ToIngest } from './ingest-worker.ts'
import { LogWriterClient } from './log-writer-client.ts'

const scope = { organisationId: 'o', workspaceId: 'w' }
const entry = { traceId: 't', value: 1, weight: 1, metadata: null }

test('pending commands are resent to a restarted worker with the same ids', async () => {
  const posted: ToIngest[] = []
  const client = new LogWriterClient((message) => posted.push(message))
  const created = client.create(scope, [entry, entry])
  const again: ToIngest[] = []
  client.resend({ postMessage: (message: ToIngest) => again.push(message) })
  expect(again).toEqual(posted)
  const [command] = posted
  if (command?.kind !== 'command' || command.command.kind !== 'create-feedback') throw new Error('not the command')
  client.resolve(command.requestId, true)
  expect(await created).toEqual(command.command.entries.map(({ id }) => id))
  // A late result from the first worker is ignored.
  client.resolve(command.requestId, true)
  client.close()
})

test('a failing store and a stopping gateway return store_unavailable', async () => {
  const posted: ToIngest[] = []
  const client = new LogWriterClient((message) => posted.push(message))
  const refused = client.update(scope, 'f', { value: 1 })
  client.reject(1, 'the disk is full')
  await expect(refused).rejects.toMatchObject({ code: 'store_unavailable' })
  const waiting = client.deleteWorkspace(scope)
  client.close()
  await expect(waiting).rejects.toMatchObject({ code: 'store_unavailable' })
})

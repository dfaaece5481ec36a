import { expect, test } from 'bun:test'
import type { ToIngest } from './ingest-worker.ts'
import { LogWriterClient } from './log-writer-client.ts'

const scope = { organisationId: 'o', workspaceId: 'w' }
const entry = { traceId: 't', value: 1, weight: 1, metadata: null }

test('a command asked of a worker that died is asked again of the next one, with the same ids', async () => {
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
  // The first worker may have answered after all: a second answer is nobody's.
  client.resolve(command.requestId, true)
  client.close()
})

test('a store in trouble and a gateway that stops answer store_unavailable', async () => {
  const posted: ToIngest[] = []
  const client = new LogWriterClient((message) => posted.push(message))
  const refused = client.update(scope, 'f', { value: 1 })
  client.reject(1, 'the disk is full')
  await expect(refused).rejects.toMatchObject({ code: 'store_unavailable' })
  const waiting = client.forgetWorkspace(scope)
  client.close()
  await expect(waiting).rejects.toMatchObject({ code: 'store_unavailable' })
})

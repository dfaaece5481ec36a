import { expect, test } from 'bun:test'
import type { ToIngest } from './ingest.ts'
import { LogWriterClient } from './log-writer-client.ts'

const scope = { organisationId: 'o', workspaceId: 'w' }
const entry = { traceId: 't', value: 1, weight: 1, metadata: null }

test('a question asked of a worker that died is asked again of the next one, with the same ids', async () => {
  const posted: ToIngest[] = []
  const desk = new LogWriterClient((message) => posted.push(message))
  const created = desk.create(scope, [entry, entry])
  const again: ToIngest[] = []
  desk.askAgain({ postMessage: (message: ToIngest) => again.push(message) })
  expect(again).toEqual(posted)
  const [question] = posted
  if (question?.kind !== 'ask' || question.question.kind !== 'create-feedback') throw new Error('not the question')
  desk.settle(question.ticket, true)
  expect(await created).toEqual(question.question.entries.map(({ id }) => id))
  // The first worker may have answered after all: a second answer is nobody's.
  desk.settle(question.ticket, true)
  desk.close()
})

test('a store in trouble and a gateway that stops answer store_unavailable', async () => {
  const posted: ToIngest[] = []
  const desk = new LogWriterClient((message) => posted.push(message))
  const refused = desk.update(scope, 'f', { value: 1 })
  desk.refuse(1, 'the disk is full')
  await expect(refused).rejects.toMatchObject({ code: 'store_unavailable' })
  const waiting = desk.deleteWorkspace(scope)
  desk.close()
  await expect(waiting).rejects.toMatchObject({ code: 'store_unavailable' })
})

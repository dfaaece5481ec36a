/** `gatehouse person`: exports and erases the data of one person. */

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { Call } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { confirm } from '../../input/confirm.ts'
import { isObject, type JsonObject } from '../../remote.ts'

const PATH = '/privacy/erasures'
const EXPORTS = '/privacy/exports'
const POLL_MS = 250

function personIn(call: Call, command: string): JsonObject {
  const [user, account] = [call.text('user'), call.text('account')]
  if ((user === null) === (account === null)) throw usageError('Set either --user or --account.', command)
  return user === null ? { account_id: account } : { end_user: user }
}

export async function exportPerson(call: Call): Promise<void> {
  const person = personIn(call, 'person export')
  const to = call.text('to') ?? (process.stdout.isTTY ? null : '-')
  if (to === null) throw usageError('--to is missing: the output file.', 'person export')
  const remote = call.remote()
  let job = await remote.post(EXPORTS, person)
  const path = `${EXPORTS}/${job['id']}`
  while (job['status'] === 'in_progress') {
    call.output.progress(`Exporting: ${job['written']} of about ${job['total']} lines`)
    await Bun.sleep(POLL_MS)
    job = await remote.get(path)
  }
  if (job['status'] !== 'success')
    throw new CommandError({
      what: 'The data was not exported.',
      why: String(job['error']),
      fix: 'Run the command again.',
    })
  const { body } = await remote.open(`${path}/content`)
  const target = to === '-' ? process.stdout : createWriteStream(to, { mode: 0o600 })
  let sizeBytes = 0
  for await (const chunk of body ?? []) {
    sizeBytes += chunk.length
    if (!target.write(chunk)) await once(target, 'drain')
  }
  if (sizeBytes !== job['file_bytes'])
    throw new CommandError({
      what: 'The download is not complete.',
      why: `${sizeBytes} of ${job['file_bytes']} bytes were received.`,
      fix: `Download it again: GET /v1${path}/content`,
    })
  if (to !== '-') {
    target.end()
    await once(target, 'finish')
  }
  // Deletes the export, because the gateway needs no second copy of the data.
  await remote.delete(path)
  if (to !== '-') call.output.data({ file: to, size_bytes: sizeBytes }, () => `${to}: ${sizeBytes} bytes.`)
}

export async function erasePerson(call: Call): Promise<void> {
  const person = personIn(call, 'person erase')
  const remote = call.remote()
  const preview = await remote.post(`${PATH}/preview`, person)
  if (call.has('dry-run')) {
    call.output.data(preview, () => `At least ${countsText(preview)}`)
    return
  }
  await confirm(call, `At least ${countsText(preview)}\nErase this person? This cannot be undone.`)
  let receipt = await remote.post(PATH, person)
  while (receipt['status'] === 'in_progress') {
    call.output.progress(`Erasing: ${receipt['error'] ?? countsText(receipt)}`)
    await Bun.sleep(POLL_MS)
    receipt = await remote.get(`${PATH}/${receipt['id']}`)
  }
  call.output.data(receipt, () => `Erased. Receipt ${receipt['id']}\n${countsText(receipt)}`)
}

export async function listReceipts(call: Call): Promise<void> {
  const rows = await call.remote().list(PATH)
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['ID', (row) => String(row['id'])],
        ['STATUS', (row) => String(row['status'])],
        ['SUBJECT', (row) => String(row['subject'])],
        ['LOGS', (row) => String(isObject(row['counts']) ? row['counts']['logs'] : '')],
        ['FINISHED', (row) => String(row['finished_at'] ?? '')],
      ],
      'No erasures.',
    ),
  )
}

function countsText({ counts }: JsonObject): string {
  if (!isObject(counts)) return ''
  const found = Object.entries(counts).filter(([, count]) => count !== 0)
  if (found.length === 0) return 'nothing found'
  return found.map(([name, count]) => `${name.replaceAll('_', ' ')}: ${count}`).join(', ')
}

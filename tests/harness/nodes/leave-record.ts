/** Writes a log record to the journal of a worker without storing it, as a killed worker would leave it. */

import { join } from 'node:path'
import { openJournalWriter } from '../../../server/src/records/journal/journal-writer.ts'
import { sampleRecord } from '../../../server/src/records/testing/sample-record.ts'

/** Resolves with the trace id. */
export async function leaveRecord(
  workerFolder: string,
  owner: { readonly organisationId: string; readonly workspaceId: string },
): Promise<string> {
  const journal = openJournalWriter({ directory: join(workerFolder, 'journal') })
  const record = sampleRecord(owner)
  await journal.append(record, { request: null, response: null })
  journal.close()
  return record.traceId
}

/** Records of a worker: into the shared database by itself, or through its owner; and to its owner while people watch. */

import { join } from 'node:path'
import type { RecordSink } from '../../core/ports.ts'
import { logWarning } from '../../observe/log.ts'
import { openForwardedRecords } from '../../records/forwarded-records.ts'
import { openRecords, type Records } from '../../records/records.ts'
import type { GatehouseSettings } from '../../settings.ts'
import type { OwnerCalls } from './questions.ts'

type Health = Pick<ReturnType<Records['health']>, 'backlogBytes' | 'droppedBodies' | 'lostRecords' | 'problem'>

export type WorkerRecords = {
  readonly sink: RecordSink
  health(): Health
  close(): Promise<void>
}

/** The data folder in `settings` is the worker's own. */
export function openWorkerRecords(settings: GatehouseSettings, owner: OwnerCalls): WorkerRecords {
  const { dataDirectory, databaseUrl, retentionDays } = settings
  const records: WorkerRecords = databaseUrl
    ? openRecords({ dataDirectory, databaseUrl, retentionDays, onProblem: (message) => logWarning('storage', message) })
    : openForwardedRecords({
        directory: join(dataDirectory, 'journal'),
        onProblem: (message) => logWarning('storage', message),
        forward: async (below) => {
          await owner.ask('journal', below)
        },
      })
  let isWatched = false
  owner.answer('watch', (watched) => {
    isWatched = watched
    return null
  })
  return {
    sink: {
      append(record, bodies) {
        records.sink.append(record, bodies)
        if (isWatched) owner.tell('record', { record, bodies })
      },
      gather(record, bodies) {
        if (isWatched) owner.tell('record', { record, bodies })
        return records.sink.gather(record, bodies)
      },
    },
    health: () => records.health(),
    close: () => records.close(),
  }
}

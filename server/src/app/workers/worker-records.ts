/**
 * Request records of a worker: written to the shared database, or forwarded to the owner process. While someone watches
 * the log tail, also sent to the owner.
 */

import { join } from 'node:path'
import type { FeedbackStore } from '../../core/logs/feedback.ts'
import type { RecordSink } from '../../core/ports.ts'
import { logWarning } from '../../observe/log.ts'
import { openForwardedRecords } from '../../records/forwarded-records.ts'
import { openRecords, type Records } from '../../records/records.ts'
import type { GatehouseSettings } from '../../settings.ts'
import type { OwnerChannel } from './rpc-methods.ts'

type Health = Pick<
  ReturnType<Records['health']>,
  'backlogBytes' | 'droppedBodies' | 'lostRecords' | 'syncFailures' | 'problem'
>

export type WorkerRecords = {
  readonly sink: RecordSink
  readonly feedback: Pick<FeedbackStore, 'create'>
  health(): Health
  close(): Promise<void>
}

/** `settings` has the worker's own data folder. */
export function openWorkerRecords(settings: GatehouseSettings, owner: OwnerChannel): WorkerRecords {
  const { dataDirectory, databaseUrl, retentionDays, durability } = settings
  const onProblem = (message: string) => logWarning('storage', message)
  const feedback: WorkerRecords['feedback'] = {
    create: (scope, entries) => owner.call('createFeedback', { scope, entries }),
  }
  const records: Omit<WorkerRecords, 'feedback'> & Partial<Pick<WorkerRecords, 'feedback'>> = databaseUrl
    ? openRecords({ dataDirectory, databaseUrl, retentionDays, durability, onProblem })
    : openForwardedRecords({
        directory: join(dataDirectory, 'journal'),
        durability,
        onProblem,
        forward: async (below) => {
          await owner.call('journal', below)
        },
      })
  let isWatched = false
  owner.handle('watch', (watched) => {
    isWatched = watched
    return null
  })
  return {
    sink: {
      append(record, bodies) {
        const written = records.sink.append(record, bodies)
        if (isWatched) owner.notify('record', { record, bodies })
        return written
      },
      gather(record, bodies) {
        if (isWatched) owner.notify('record', { record, bodies })
        return records.sink.gather(record, bodies)
      },
      provisional: (record, bodies) => records.sink.provisional(record, bodies),
    },
    feedback: records.feedback ?? feedback,
    health: () => records.health(),
    close: () => records.close(),
  }
}

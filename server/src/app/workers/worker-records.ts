/**
 * Request records of a worker: written to the shared database, or forwarded to the owner process. While someone watches
 * the log tail, also sent to the owner.
 */

import { join } from 'node:path'
import type { FeedbackStore } from '../../core/logs/feedback.ts'
import type { LogErasure } from '../../core/logs/log-erasure.ts'
import type { RecordWriter } from '../../core/ports.ts'
import { logWarning } from '../../observe/log.ts'
import { openForwardedRecords } from '../../records/forwarded-records.ts'
import { openRecords, type Records } from '../../records/records.ts'
import type { GatehouseSettings } from '../../settings.ts'
import { journalKeyOf } from '../body-keys.ts'
import type { OpenStores } from '../open-stores.ts'
import { recordsOptions } from '../records-options.ts'
import type { OwnerChannel } from './rpc-methods.ts'

type Health = Pick<
  ReturnType<Records['health']>,
  'backlogBytes' | 'droppedBodies' | 'lostRecords' | 'syncFailures' | 'problem'
>

export type WorkerRecords = {
  readonly writer: RecordWriter
  readonly feedback: Pick<FeedbackStore, 'create'>
  /** Erases in the journal of this worker. */
  readonly erasure: Pick<LogErasure, 'settle' | 'eraseOutbox' | 'removeQuarantined'>
  forgetBodyKeys(workspaceId: string | null): void
  health(): Health
  close(): Promise<void>
}

/** `settings` has the worker's own data folder. */
export function openWorkerRecords(
  settings: GatehouseSettings,
  stores: Pick<OpenStores, 'control' | 'vault'>,
  owner: OwnerChannel,
): WorkerRecords {
  const { dataDirectory, databaseUrl, durability, encryptsBodies } = settings
  const feedback: WorkerRecords['feedback'] = {
    create: (scope, entries) => owner.call('createFeedback', { scope, entries }),
  }
  type Opened = Omit<WorkerRecords, 'feedback' | 'forgetBodyKeys'> &
    Partial<Pick<WorkerRecords, 'feedback' | 'forgetBodyKeys'>>
  const records: Opened = databaseUrl
    ? openRecords(recordsOptions(settings, stores))
    : openForwardedRecords({
        directory: join(dataDirectory, 'journal'),
        durability,
        journalKey: encryptsBodies ? journalKeyOf(stores.vault) : null,
        onProblem: (message) => logWarning('storage', message),
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
    writer: {
      append(record, bodies) {
        const written = records.writer.append(record, bodies)
        if (isWatched) owner.notify('record', { record, bodies })
        return written
      },
      gather(record, bodies) {
        if (isWatched) owner.notify('record', { record, bodies })
        return records.writer.gather(record, bodies)
      },
      provisional: (record, bodies) => records.writer.provisional(record, bodies),
    },
    feedback: records.feedback ?? feedback,
    erasure: records.erasure,
    // Undefined for forwarded records: such a worker stores no logs and has no body keys.
    forgetBodyKeys: (workspaceId) => records.forgetBodyKeys?.(workspaceId),
    health: () => records.health(),
    close: () => records.close(),
  }
}

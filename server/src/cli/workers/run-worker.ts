/** `gatehouse start` inside a worker: serves until its owner says so, or is gone. */

import { Calls } from '../../app/workers/calls.ts'
import type { OwnerCalls } from '../../app/workers/questions.ts'
import { startWorker } from '../../app/workers/start-worker.ts'
import type { RequestRecord } from '../../core/record.ts'
import type { WorkerIdentity } from '../../settings/process-settings.ts'
import type { GatehouseSettings } from '../../settings.ts'

export async function runWorker(
  settings: GatehouseSettings,
  place: WorkerIdentity,
  onRecord: (record: RequestRecord) => void,
): Promise<void> {
  const owner: OwnerCalls = new Calls((messages) => process.send?.(messages))
  process.on('message', (messages: readonly unknown[]) => owner.receive(messages))
  // A terminal tells the whole group; the owner decides what it means.
  process.on('SIGINT', () => {})
  process.on('SIGHUP', () => {})
  let stop: ((isReplaced: boolean) => void) | null = null
  const end = (isReplaced: boolean) => (stop ? stop(isReplaced) : process.exit(0))
  process.on('SIGTERM', () => end(false))
  process.on('disconnect', () => {
    owner.end()
    end(false)
  })
  owner.answer('leave', () => {
    end(true)
    return null
  })

  const worker = await startWorker(settings, place, owner, onRecord)
  let isStopping = false
  stop = async (isReplaced) => {
    if (isStopping) return
    isStopping = true
    await worker.stop(settings.drainMs, isReplaced)
    process.exit(0)
  }
  await owner.ask('ready', null)
}

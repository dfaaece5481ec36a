/** `gatehouse start` in a worker process: serves until the owner stops it or exits. */

import { RpcChannel } from '../../app/workers/rpc-channel.ts'
import type { OwnerChannel } from '../../app/workers/rpc-methods.ts'
import { startWorker } from '../../app/workers/start-worker.ts'
import type { RequestRecord } from '../../core/record.ts'
import type { WorkerIdentity } from '../../settings/process-settings.ts'
import type { GatehouseSettings } from '../../settings.ts'

export async function runWorker(
  settings: GatehouseSettings,
  place: WorkerIdentity,
  onRecord: (record: RequestRecord) => void,
): Promise<void> {
  const owner: OwnerChannel = new RpcChannel((messages) => process.send?.(messages))
  process.on('message', (messages: readonly unknown[]) => owner.receive(messages))
  // A terminal sends signals to the whole process group. Only the owner reacts to these.
  process.on('SIGINT', () => {})
  process.on('SIGHUP', () => {})
  let stop: ((isReplaced: boolean) => void) | null = null
  const end = (isReplaced: boolean) => (stop ? stop(isReplaced) : process.exit(0))
  process.on('SIGTERM', () => end(false))
  process.on('disconnect', () => {
    owner.close()
    end(false)
  })
  owner.handle('drain', () => {
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
  await owner.call('ready', null)
}

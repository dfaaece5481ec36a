/** Handles calls of the owner process to a worker: metrics, health, circuit breakers, semantic cache and erasures. */

import type { LocalErasure, LocalErasureCounts } from '../../core/logs/log-erasure.ts'
import type { DataPlane } from '../data-plane.ts'
import type { StorageHealth } from '../http/readiness.ts'
import type { OwnerChannel } from './rpc-methods.ts'

export type WorkerSelf = {
  readonly data: Pick<DataPlane, 'circuits' | 'semantic'>
  readonly metrics: () => string
  readonly storage: () => StorageHealth
  readonly erase: (order: LocalErasure) => Promise<LocalErasureCounts>
}

export function serveOwner(owner: OwnerChannel, { data, metrics, storage, erase }: WorkerSelf): void {
  const { circuits, semantic } = data
  owner.handle('metrics', metrics)
  owner.handle('storage', storage)
  owner.handle('erase', erase)
  owner.handle('breakers', (workspaceId) => circuits.list(workspaceId))
  owner.handle('resetBreaker', ({ workspaceId, id }) => circuits.reset(workspaceId, id))
  owner.handle('cacheSize', (workspaceId) => semantic.size(workspaceId))
  owner.handle('shadow', ({ workspaceId, limit }) => semantic.shadow(workspaceId, limit))
  owner.handle('purge', ({ workspaceId, namespace }) => semantic.purge(workspaceId, namespace))
  owner.handle('feedback', ({ workspaceId, traceId, value }) => {
    semantic.onFeedback(workspaceId, traceId, value)
    return null
  })
}

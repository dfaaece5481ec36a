/** What a worker tells its owner about itself when people ask. */

import type { DataPlane } from '../data-plane.ts'
import type { StorageHealth } from '../http/readiness.ts'
import type { OwnerCalls } from './questions.ts'

export type WorkerSelf = {
  readonly data: Pick<DataPlane, 'circuits' | 'semantic'>
  readonly metrics: () => string
  readonly storage: () => StorageHealth
}

export function answerOwner(owner: OwnerCalls, { data, metrics, storage }: WorkerSelf): void {
  const { circuits, semantic } = data
  owner.answer('metrics', metrics)
  owner.answer('storage', storage)
  owner.answer('breakers', (workspaceId) => circuits.list(workspaceId))
  owner.answer('resetBreaker', ({ workspaceId, id }) => circuits.reset(workspaceId, id))
  owner.answer('cacheSize', (workspaceId) => semantic.size(workspaceId))
  owner.answer('shadow', ({ workspaceId, limit }) => semantic.shadow(workspaceId, limit))
  owner.answer('purge', ({ workspaceId, namespace }) => semantic.purge(workspaceId, namespace))
  owner.answer('feedback', ({ workspaceId, traceId, value }) => {
    semantic.onFeedback(workspaceId, traceId, value)
    return null
  })
}

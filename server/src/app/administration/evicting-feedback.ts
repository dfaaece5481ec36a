/** Stores feedback with the logs and passes it to the semantic cache, which may evict the rated response. */

import type { FeedbackStore } from '../../core/logs/feedback.ts'
import type { CacheAdmin } from '../../core/semantic/cache-admin.ts'

export function evictingFeedback(store: FeedbackStore, cache: Pick<CacheAdmin, 'onFeedback'>): FeedbackStore {
  return {
    async create(scope, entries) {
      const ids = await store.create(scope, entries)
      for (const { traceId, value } of entries) cache.onFeedback(scope.workspaceId, traceId, value)
      return ids
    },
    async update(scope, id, changes) {
      const traceId = await store.update(scope, id, changes)
      if (traceId !== null) cache.onFeedback(scope.workspaceId, traceId, changes.value)
      return traceId
    },
  }
}

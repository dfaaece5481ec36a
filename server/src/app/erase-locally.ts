/** Erases a person's data in this process: its journal, quarantined files, logs that wait for sinks, and caches. */

import type { LocalErasure, LocalErasureCounts, LogErasure } from '../core/logs/log-erasure.ts'
import type { CacheAdmin } from '../core/semantic/cache-admin.ts'
import { removeQuestionFile } from '../stores/sql/semantic/question-file.ts'

export type LocalParts = {
  readonly dataDirectory: string
  readonly logs: Pick<LogErasure, 'settle' | 'eraseOutbox' | 'removeQuarantined'>
  readonly cache: Pick<CacheAdmin, 'purge' | 'embedder'>
}

export async function eraseLocally(
  { dataDirectory, logs, cache }: LocalParts,
  order: LocalErasure,
): Promise<LocalErasureCounts> {
  await logs.settle()
  if (order.logs) await logs.eraseOutbox(order.logs)
  // After `settle`: storing the journal may quarantine more files.
  const quarantinedFiles = await logs.removeQuarantined(order.texts)
  let cachedResponses = 0
  for (const id of order.workspaceIds) cachedResponses += await cache.purge(id, null)
  // Without an embedder, the question file of an earlier start is not open, so `purge` does not clear it.
  if (order.workspaceIds.length > 0 && cache.embedder === null) removeQuestionFile(dataDirectory)
  return { quarantinedFiles, cachedResponses }
}

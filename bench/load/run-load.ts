/** Runs a load generator process and returns its result. */

import { join } from 'node:path'
import { type PinnedProcess, startPinned } from '../pinned-process.ts'
import type { LoadResult, LoadSpec } from './spec.ts'

export async function runLoad(spec: LoadSpec): Promise<LoadResult> {
  const { result, load } = await startLoad(spec)
  await load.stop()
  return result
}

/** Resolves when the load is complete or, for `hold`, when all streams are open. */
export async function startLoad(spec: LoadSpec): Promise<{ result: LoadResult; load: PinnedProcess }> {
  const load = startPinned('around', [process.execPath, join(import.meta.dir, 'main.ts'), JSON.stringify(spec)])
  const result = JSON.parse(await load.nextLine()) as LoadResult
  return { result, load }
}

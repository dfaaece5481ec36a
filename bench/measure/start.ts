/** Time from starting the launcher until the gateway is ready, with an existing store. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGateway } from '../subjects.ts'
import { type Sample, sampleOf } from './sample.ts'

export async function measureStart(upstream: string, starts: number): Promise<Sample> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-start-'))
  const tookMs: number[] = []
  try {
    for (let start = 0; start <= starts; start++) {
      const startMs = performance.now()
      const gateway = await startGateway(upstream, folder)
      const reply = await fetch(`${gateway.url}/readyz`)
      // The first start creates the store and is not counted.
      if (start > 0) tookMs.push(performance.now() - startMs)
      await gateway.stop()
      if (!reply.ok) throw new Error(`the gateway printed its URL, but /readyz returned HTTP ${reply.status}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return sampleOf(tookMs)
}

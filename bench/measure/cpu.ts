/** CPU time of a process per unit of work, in rounds that alternate between the subjects. */

import { runLoad } from '../load/run-load.ts'
import type { LoadSpec } from '../load/spec.ts'
import { cpuMs, untilIdle, watchResident } from '../process-meter.ts'
import type { Subject } from '../subjects.ts'
import { type Sample, sampleOf } from './sample.ts'

export type CpuResult = {
  readonly name: string
  readonly microseconds: Sample
  /** Of the same round's bare relay, the first subject. */
  readonly ratio: Sample
  readonly peakBytes: number
}

/** `units` is how many requests or events one load makes; the first round only warms up and is thrown away. */
export async function measureCpu(
  subjects: readonly Subject[],
  rounds: number,
  units: number,
  loadFor: (subject: Subject) => LoadSpec,
): Promise<CpuResult[]> {
  const tables = subjects.map((subject) => ({ subject, perUnit: [] as number[], peakBytes: 0 }))
  for (let round = 0; round <= rounds; round++) {
    for (const table of tables) {
      const { pid } = table.subject
      await untilIdle(pid)
      const beforeMs = cpuMs(pid)
      const memory = watchResident(pid, (bytes) => {
        table.peakBytes = Math.max(table.peakBytes, bytes)
      })
      await runLoad(loadFor(table.subject))
      await untilIdle(pid)
      memory.stop()
      if (round > 0) table.perUnit.push(((cpuMs(pid) - beforeMs) * 1000) / units)
    }
  }
  const yardstick = tables[0]?.perUnit ?? []
  return tables.map(({ subject, perUnit, peakBytes }) => ({
    name: subject.name,
    microseconds: sampleOf(perUnit),
    ratio: sampleOf(perUnit.map((value, round) => value / (yardstick[round] ?? Number.NaN))),
    peakBytes,
  }))
}

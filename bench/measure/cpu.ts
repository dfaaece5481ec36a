/** CPU time of a process per unit of work, in rounds that alternate between the subjects. */

import { runLoad } from '../load/run-load.ts'
import type { LoadSpec } from '../load/spec.ts'
import { cpuMs, untilIdle, watchResident } from '../process-meter.ts'
import type { Subject } from '../subjects.ts'
import { type Sample, sampleOf } from './sample.ts'

export type CpuResult = {
  readonly name: string
  readonly microseconds: Sample
  /** Relative to the bare relay (the first subject) in the same round. */
  readonly ratio: Sample
  readonly peakBytes: number
}

/** How often a load is sent, and how many requests or events it has. The first round is a warm-up and not counted. */
type Work = {
  readonly rounds: number
  /** Loads per round. Machine noise changes within seconds, so shorter turns are more comparable. */
  readonly turns?: number
  readonly unitsPerTurn: number
}

export async function measureCpu(
  subjects: readonly Subject[],
  { rounds, turns = 1, unitsPerTurn }: Work,
  loadFor: (subject: Subject) => LoadSpec,
): Promise<CpuResult[]> {
  const tables = subjects.map((subject) => ({ subject, perUnit: [] as number[], peakBytes: 0, usedMs: 0 }))
  for (let round = 0; round <= rounds; round++) {
    for (let turn = 0; turn < turns; turn++) {
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
        table.usedMs += cpuMs(pid) - beforeMs
      }
    }
    for (const table of tables) {
      if (round > 0) table.perUnit.push((table.usedMs * 1000) / (unitsPerTurn * turns))
      table.usedMs = 0
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

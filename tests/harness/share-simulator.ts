/** One simulator for all tests of a file. */

import { afterAll } from 'bun:test'
import { type Simulator, type SimulatorOptions, startSimulator } from '../../simulators/simulator.ts'

export async function shareSimulator(options: SimulatorOptions): Promise<Simulator> {
  const simulator = await startSimulator(options)
  afterAll(() => simulator.stop())
  return simulator
}

/** Replays one seed and prints its whole trace: `bun tests/simulation/replay.ts 4711`. */

import { simulate } from './simulate.ts'

const seed = Number(process.argv[2])
if (!Number.isSafeInteger(seed)) {
  process.stderr.write('usage: bun tests/simulation/replay.ts <seed>\n')
  process.exit(2)
}
const result = simulate(seed, undefined, true)
for (const line of result.trace) process.stdout.write(`${line}\n`)
const verdict = result.violation === null ? 'every rule held' : `broken: ${result.violation}`
process.stdout.write(
  `seed ${seed}: ${result.requests} requests, ${result.calls} calls, trace ${result.hash.toString(16)}, ${verdict}\n`,
)
process.exitCode = result.violation === null ? 0 : 1

/**
 * Runs a folder of recorded provider responses (`*.json` whole, `*.chunks.txt` one event per line) through the
 * decoders.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkRecording, type Outcome } from '../tests/conformance/recorded/check-recording.ts'

const folder = process.argv[2]
if (folder === undefined) {
  console.error('Usage: bun scripts/recordings.ts <folder>')
  process.exit(2)
}

const counts = new Map<string, number>()
let problems = 0
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
  const isStream = name.endsWith('.chunks.txt')
  if (!isStream && !name.endsWith('.json')) continue
  const outcome = check(name, isStream)
  const kind = `${outcome?.format ?? 'passed on as bytes'}${isStream ? ', streamed' : ''}`
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
  for (const loss of outcome?.losses ?? []) console.log(`LOST    ${name}: ${loss}`)
  problems += outcome?.losses.length ?? 1
}

for (const [kind, count] of [...counts].sort()) console.log(`${String(count).padStart(6)}  ${kind}`)
const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
console.log(`${total} recordings, ${problems} problems`)
// An empty run must not pass.
if (total === 0 || problems > 0) process.exitCode = 1

function check(name: string, isStream: boolean): Outcome | null {
  try {
    return checkRecording(readFileSync(join(folder!, name), 'utf8'), isStream)
  } catch (error) {
    console.log(`FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

/** `npm run bench`: measures the gateway against a bare relay (and nginx) and prints one table with the limits. */

import { join } from 'node:path'
import { countsFor } from './counts.ts'
import { PINNING, startAnnounced } from './pinned-process.ts'
import { printReport, type Row } from './report.ts'
import { SECTIONS } from './sections.ts'
import { NGINX } from './subjects.ts'

const flags = process.argv.slice(2)
const only = flags
  .find((flag) => flag.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
const known = ['--quick', '--smoke']
const wrong = flags.find((flag) => !known.includes(flag) && !flag.startsWith('--only='))
const unknownSection = only?.find((name) => !(name in SECTIONS))
if (wrong !== undefined || unknownSection !== undefined) {
  console.error(`usage: npm run bench -- [--quick | --smoke] [--only=${Object.keys(SECTIONS).join(',')}]`)
  process.exit(2)
}
if (process.platform !== 'linux') {
  console.error('bench reads CPU and memory from /proc and runs on Linux only.')
  process.exit(1)
}

const counts = countsFor(flags)
console.log(`bun ${Bun.version}, ${counts.rounds} rounds after one warm-up round; median (lowest..highest)`)
console.log(
  PINNING ? 'process under test on core 0, load and upstream on core 1' : 'NOT PINNED: taskset or cores missing',
)
console.log(NGINX ? `nginx: ${NGINX}\n` : 'nginx: not installed, its column stays empty\n')

const upstream = await startAnnounced('around', [process.execPath, join(import.meta.dir, 'upstream.ts')])
const rows: Row[] = []
try {
  for (const [name, measure] of Object.entries(SECTIONS)) {
    if (only && !only.includes(name)) continue
    process.stderr.write(`measuring ${name} ...\n`)
    rows.push(...(await measure(upstream.url, counts)))
  }
} finally {
  await upstream.stop()
}

printReport(rows)
if (flags.includes('--smoke')) console.log('\nsmoke run: the counts are too small to mean anything')
const missed = rows.filter((row) => row.met === false).length
console.log(`\n${rows.filter((row) => row.met).length} limits met, ${missed} missed`)
process.exitCode = missed > 0 && !flags.includes('--smoke') ? 1 : 0

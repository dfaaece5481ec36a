/**
 * `npm run test:all` runs every suite, `npm run test:stores` and its like one of them. Words after the names select files
 * by a part of their path: `npm run test:stores -- kafka`. Ends with one line `N passed, N failed`.
 */

import { spawn } from 'node:child_process'
import { findBun } from '../bin/find-bun.mjs'
import { installMissing } from '../bin/install-missing.mjs'
import { PROJECT_FOLDER } from './project-files.mjs'
import { runFast, runSuites } from './run-suites.mjs'
import { runChecks, slowChecks } from './static-stages.mjs'
import { FAST, SUITES } from './suites.mjs'

installMissing(PROJECT_FOLDER, { withDevelopment: true })
const node = process.execPath
const bun = findBun(PROJECT_FOLDER) ?? 'bun'

/** Programs that count their tests themselves. They install packages of others. */
const PROGRAMS = {
  sdk: [node, 'sdk/python/test.mjs'],
  scim: [node, 'scripts/test-foreign.mjs', 'scim'],
  foreign: [node, 'scripts/test-foreign.mjs', 'python', 'terraform'],
  clients: [bun, 'tests/clients/run.ts'],
}
const OWN = Object.keys(SUITES).filter((name) => name !== FAST)
const ALL = [FAST, ...OWN, ...Object.keys(PROGRAMS)]

const words = process.argv.slice(2)
const only = words.filter((word) => !['all', '--', ...ALL].includes(word))
const wanted = words.includes('all') ? ALL : ALL.filter((name) => words.includes(name))
if (wanted.length === 0) {
  console.error(`Name a suite: ${ALL.join(', ')}, or all.`)
  process.exit(2)
}

const totals = { passed: 0, failed: 0 }
const add = ({ passed, failed }) => {
  totals.passed += passed
  totals.failed += failed
}
if (wanted.includes(FAST)) add(await runFast())
if (wanted.includes('long') && only.length === 0) add({ passed: 0, failed: (await runChecks(slowChecks())) ? 0 : 1 })
// The programs mostly wait for packages, so they run beside the suites.
const [{ alone, ...own }] = await Promise.all([
  runSuites(
    OWN.filter((name) => wanted.includes(name)),
    { only, retries: true },
  ),
  runPrograms(),
])
add(own)

if (alone.length > 0) console.log('\nPassed only when run alone:')
for (const { path, failure } of alone) console.log(`  ${path}\n    ${failure}`)
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = totals.failed === 0 ? 0 : 1

async function runPrograms() {
  for (const [name, command] of Object.entries(PROGRAMS))
    if (wanted.includes(name)) add(await runProgram(name, command))
}

/** Prints what the program has printed when it ends, and takes the counts from its last line. */
async function runProgram(name, [program, ...args]) {
  const startedAtMs = performance.now()
  const child = spawn(program, args, { cwd: PROJECT_FOLDER, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.on('close', resolve))
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
  process.stdout.write(`\n== ${name} (${seconds} s)\n${output}`)
  const counts = /(\d+) passed, (\d+) failed\s*$/.exec(output)
  const failed = Number(counts?.[2] ?? 1)
  return { passed: Number(counts?.[1] ?? 0), failed: code === 0 ? failed : Math.max(failed, 1) }
}

/** Runs all test files: each lane takes the next group of files from one queue. Counts what bun reports of them. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBun } from '../bin/find-bun.mjs'
import { isTest, PROJECT_FOLDER, projectFiles } from './project-files.mjs'
import { runStage } from './run-stage.mjs'

// Every test file belongs to the first stage whose pattern matches. The last stage takes all other files, so that a file
// in a new folder runs too. A group is one process of bun: it costs a start, and a lane cannot share it with another.
const STAGES = [
  { title: 'unit tests', pattern: /^(?!tests\/)/, filesInGroup: 32 },
  { title: 'integration tests', pattern: /^tests\/integration\//, filesInGroup: 4 },
  { title: 'faults, simulation, hostile input', pattern: /^tests\/(faults|simulation|hostile)\//, filesInGroup: 2 },
  { title: 'dashboard, contract and other black-box tests', pattern: /^tests\//, filesInGroup: 2 },
]

// These take more than 30 seconds each. They start first in their stage, in groups of their own: a long file that starts
// last keeps one lane busy while the others have nothing left to do.
const LONG_FILES = [
  'tests/integration/sinks/kills.test.ts',
  'tests/integration/timeouts.test.ts',
  'tests/integration/nodes/privacy.test.ts',
  'tests/integration/usage/left-after-finish.test.ts',
  'tests/integration/nodes/aws-secrets.test.ts',
  'tests/integration/sockets/added-budgets.test.ts',
  'tests/integration/request-bodies.test.ts',
  'tests/integration/sinks/kafka.test.ts',
  'tests/integration/control/demo.test.ts',
  'tests/faults/nodes/postgres.test.ts',
  'tests/faults/money.test.ts',
  'tests/faults/start-outages.test.ts',
  'tests/faults/damage.test.ts',
  'tests/faults/silence.test.ts',
  'tests/faults/power-loss.test.ts',
  'tests/dashboard/every-page.test.ts',
  'tests/dashboard/sso-keycloak.test.ts',
  'tests/dashboard/hostile-strings.test.ts',
  'tests/dashboard/page-load.test.ts',
  'tests/linear/modules.test.ts',
  'tests/dashboard/foundation.test.ts',
  'tests/dashboard/configs.test.ts',
  'tests/dashboard/store-down.test.ts',
]

/**
 * One lane more than cores, because most tests wait for timers and other processes part of the time. More lanes were
 * not faster on a machine with two cores, which the tests keep busy for 17 minutes.
 */
const LANES = availableParallelism() + 1

/** Only a hang takes this long: tests must also pass on a machine with more work than cores. */
const TIMEOUT_MS = 1_800_000

/** @returns {Promise<{ passed: number; failed: number }>} stops after the first stage with a failure */
export async function runTestStages() {
  const total = { passed: 0, failed: 0 }
  const queue = groups()
  let lastStage = Number.POSITIVE_INFINITY
  const work = async () => {
    while (queue.length > 0 && queue[0].stage <= lastStage) {
      const group = queue.shift()
      const { passed, failed } = await runGroup(group)
      total.passed += passed
      total.failed += failed
      if (failed > 0) lastStage = Math.min(lastStage, group.stage)
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-program-'))
  try {
    if (!(await buildDashboard()) || !(await buildExecutable(folder))) return { passed: 0, failed: 1 }
    await Promise.all(Array.from({ length: LANES }, work))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return total
}

/** All groups of all stages in the order in which they start. */
function groups() {
  let files = projectFiles().filter(isTest)
  return STAGES.flatMap(({ title, pattern, filesInGroup }, stage) => {
    const own = files.filter((path) => pattern.test(path))
    files = files.filter((path) => !own.includes(path))
    const long = LONG_FILES.filter((path) => own.includes(path))
    const short = own.filter((path) => !long.includes(path))
    const sets = [...long.map((path) => [path]), ...split(short, filesInGroup)]
    return sets.map((set, i) => ({ stage, title: `${title}, ${i + 1} of ${sets.length}`, files: set }))
  })
}

/** Neighbours in a folder take about as long as each other, so every group gets files from everywhere. */
function split(files, filesInGroup) {
  const count = Math.ceil(files.length / filesInGroup)
  return Array.from({ length: count }, (_, group) => files.filter((_path, i) => i % count === group))
}

/** Builds the dashboard once for all groups. tests/harness/build-dashboard.ts builds it for a file that runs alone. */
async function buildDashboard() {
  const bun = findBun(PROJECT_FOLDER) ?? 'bun'
  const succeeded = await runStage({ title: 'dashboard build', command: [bun, 'scripts/build-dashboard.ts'] })
  process.env.GATEHOUSE_TEST_DASHBOARD_IS_BUILT = 'yes'
  return succeeded
}

/** The tests start about a thousand gateways and commands: the executable takes half the time of the sources. */
async function buildExecutable(folder) {
  const bun = findBun(PROJECT_FOLDER) ?? 'bun'
  const file = join(folder, 'gatehouse')
  const succeeded = await runStage({ title: 'executable', command: [bun, 'scripts/build-binary.mjs', file] })
  process.env.GATEHOUSE_TEST_EXECUTABLE = file
  return succeeded
}

/** @param {string} title @param {string[]} files @returns {Promise<{ passed: number; failed: number }>} */
export function runTestFiles(title, files) {
  return runGroup({ title, files })
}

async function runGroup({ title, files }) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-tests-'))
  try {
    const report = join(folder, 'report.xml')
    const bun = findBun(PROJECT_FOLDER) ?? 'bun'
    const reporting = ['--reporter=junit', `--reporter-outfile=${report}`, '--only-failures']
    const paths = files.map((path) => `./${path}`)
    const command = [bun, '--no-orphans', 'test', `--timeout=${TIMEOUT_MS}`, ...reporting, ...paths]
    const succeeded = await runStage({ title, command })
    return judge(title, readReport(report), succeeded, files.length)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Bun's exit code alone would let skipped tests and files without tests pass. */
function judge(title, report, succeeded, fileCount) {
  const passed = report.tests - report.failures - report.skipped
  const complaints = []
  if (report.skipped > 0) complaints.push(`${report.skipped} skipped: repair or delete a test, do not skip it`)
  if (report.files < fileCount) complaints.push(`only ${report.files} of ${fileCount} test files reported any test`)
  for (const complaint of complaints) console.log(`== FAILED: ${title}: ${complaint}`)
  const failed = report.failures + report.skipped + Math.max(0, fileCount - report.files)
  return { passed, failed: succeeded ? failed : Math.max(failed, 1) }
}

function readReport(path) {
  let text
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return { tests: 0, failures: 0, skipped: 0, files: 0 }
  }
  const head = /<testsuites\b[^>]*>/.exec(text)?.[0] ?? ''
  const count = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0)
  // `describe` blocks are nested suites of the same file.
  const files = new Set([...text.matchAll(/<testsuite\b[^>]*\bfile="([^"]*)"/g)].map((match) => match[1]))
  return { tests: count('tests'), failures: count('failures'), skipped: count('skipped'), files: files.size }
}

/** Runs all test files in stages, from the cheap to the expensive, and counts what bun reports of them. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBun } from '../bin/find-bun.mjs'
import { isTest, PROJECT_FOLDER, projectFiles } from './project-files.mjs'
import { runStage } from './run-stage.mjs'

// Every test file belongs to the first stage whose pattern fits; the last one takes whatever is left, so that a file
// in a new folder is run, not forgotten.
// `lanes` run beside each other; what measures time has the machine to itself.
const STAGES = [
  { title: 'unit tests', pattern: /^(?!tests\/)/, timeoutMs: 20_000, lanes: 2 },
  { title: 'integration tests', pattern: /^tests\/integration\//, timeoutMs: 60_000, lanes: 2 },
  {
    title: 'faults, simulation, hostile input',
    pattern: /^tests\/(faults|simulation|hostile)\//,
    timeoutMs: 60_000,
    lanes: 1,
  },
  { title: 'dashboard, contract and other black-box tests', pattern: /^tests\//, timeoutMs: 60_000, lanes: 2 },
]

/** @returns {Promise<{ passed: number; failed: number }>} stops after the first stage with a failure */
export async function runTestStages() {
  const total = { passed: 0, failed: 0 }
  let files = projectFiles().filter(isTest)
  for (const stage of STAGES) {
    const own = files.filter((path) => stage.pattern.test(path))
    files = files.filter((path) => !own.includes(path))
    for (const tally of await runLanes(stage, own)) {
      total.passed += tally.passed
      total.failed += tally.failed
    }
    if (total.failed > 0) break
  }
  return total
}

/** Neighbours in a folder take about as long as each other, so they are dealt out in turn. */
function runLanes({ title, timeoutMs, lanes }, files) {
  if (lanes === 1) return Promise.all([runTests(title, files, timeoutMs)])
  const dealt = Array.from({ length: lanes }, (_, lane) => files.filter((_file, i) => i % lanes === lane))
  return Promise.all(dealt.map((own, lane) => runTests(`${title}, ${lane + 1} of ${lanes}`, own, timeoutMs)))
}

async function runTests(title, files, timeoutMs) {
  if (files.length === 0) {
    console.log(`\n== FAILED: ${title}: there are no test files`)
    return { passed: 0, failed: 1 }
  }
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-tests-'))
  try {
    const report = join(folder, 'report.xml')
    const bun = findBun(PROJECT_FOLDER) ?? 'bun'
    const reporting = ['--reporter=junit', `--reporter-outfile=${report}`, '--only-failures']
    const paths = files.map((path) => `./${path}`)
    const command = [bun, '--no-orphans', 'test', `--timeout=${timeoutMs}`, ...reporting, ...paths]
    const succeeded = await runStage({ title, command }, { showOutput: true })
    return judge(title, readReport(report), succeeded, files.length)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Bun's exit code alone would let skipped tests and files without tests pass. */
function judge(title, report, succeeded, fileCount) {
  const passed = report.tests - report.failures - report.skipped
  const complaints = []
  if (report.skipped > 0) complaints.push(`${report.skipped} skipped: a test is repaired or deleted, never skipped`)
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

/** Runs test files in lanes of warm processes, the slowest of the last run first, and counts what bun reports of them. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBun } from '../bin/find-bun.mjs'
import { PROJECT_FOLDER } from './project-files.mjs'
import { runStage } from './run-stage.mjs'

/** Only a hang takes this long: tests must also pass on a machine with more work than cores. */
const TIMEOUT_MS = 600_000

/** How long each file took last time. A fresh clone starts with the slow files of FIRST_DURATIONS. */
const DURATIONS = join(PROJECT_FOLDER, 'node_modules', '.cache', 'gatehouse')
const FIRST_DURATIONS = join(PROJECT_FOLDER, 'scripts', 'first-durations.json')

/**
 * What test processes need of Bun: the header limit of the program for gateways in the process of a test, and as many
 * requests at once as tests send.
 */
const PROCESS = { BUN_OPTIONS: '--max-http-header-size=65536', BUN_CONFIG_MAX_HTTP_REQUESTS: '65336' }

/**
 * @typedef {{ readonly path: string; readonly failure: string }} FailedFile with its first failure
 * @typedef {{ readonly passed: number; readonly failed: number; readonly failedFiles: readonly FailedFile[] }} Outcome
 * @typedef {object} Run
 * @property {string} title also names the file of durations
 * @property {readonly string[]} files
 * @property {number} [lanesPerCore] more than one if tests wait
 * @property {Readonly<Record<string, string>>} [environment]
 * @param {Run} run
 * @returns {Promise<Outcome>}
 */
export async function runTestFiles({ title, files, lanesPerCore = 1, environment = {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-tests-'))
  const durations = durationsOf(title)
  try {
    const report = join(folder, 'report.xml')
    const lanes = Math.min(files.length, Math.ceil(availableParallelism() * lanesPerCore))
    const command = [
      findBun(PROJECT_FOLDER) ?? 'bun',
      '--no-orphans',
      'test',
      `--timeout=${TIMEOUT_MS}`,
      `--parallel=${lanes}`,
      '--no-isolate',
      `--timings=${durations}`,
      '--update-timings',
      '--reporter=junit',
      `--reporter-outfile=${report}`,
      '--only-failures',
      ...files.map((path) => `./${path}`),
    ]
    const succeeded = await runStage({ title, command, environment: { ...PROCESS, ...environment } })
    return judge(title, readReport(report), succeeded, files)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The file with the durations of these tests. It exists. */
function durationsOf(title) {
  mkdirSync(DURATIONS, { recursive: true })
  const file = join(DURATIONS, `${title.replaceAll(' ', '-')}.json`)
  const { [title]: files = {} } = JSON.parse(readFileSync(FIRST_DURATIONS, 'utf8'))
  if (!existsSync(file)) writeFileSync(file, JSON.stringify({ version: 1, files }))
  return file
}

/** Bun's exit code alone would let skipped tests and files without tests pass. */
function judge(title, report, succeeded, files) {
  const silent = files.filter((path) => !report.files.has(path))
  // A few tests are about system calls that only Linux has.
  const maySkip = process.platform !== 'linux'
  if (report.skipped > 0 && maySkip) console.log(`== ${title}: ${report.skipped} tests run on Linux only`)
  else if (report.skipped > 0)
    console.log(`== FAILED: ${title}: ${report.skipped} skipped: repair or delete a test, do not skip it`)
  for (const path of silent) console.log(`== FAILED: ${title}: ${path} reported no test`)
  const failed = report.failures + (maySkip ? 0 : report.skipped) + silent.length
  const failedFiles = [...report.files, ...silent.map((path) => [path, 'reported no test'])]
    .filter(([, failure]) => failure !== null)
    .map(([path, failure]) => ({ path, failure }))
  return {
    passed: report.tests - report.failures - report.skipped,
    failed: succeeded ? failed : Math.max(failed, 1),
    failedFiles,
  }
}

/** The counts, and for each file its first failure or null. */
function readReport(path) {
  let text
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return { tests: 0, failures: 0, skipped: 0, files: new Map() }
  }
  const head = /<testsuites\b[^>]*>/.exec(text)?.[0] ?? ''
  const count = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0)
  const files = new Map()
  // `describe` blocks are nested suites of the same file.
  for (const [, file] of text.matchAll(/<testsuite\b[^>]*\bfile="([^"]*)"/g)) files.set(file, null)
  for (const [, opening, content] of text.matchAll(/<testcase\b([^>]*[^/])>(.*?)<\/testcase>/gs)) {
    const attribute = (name, of) => new RegExp(`\\b${name}="([^"]*)"`).exec(of)?.[1] ?? ''
    const file = attribute('file', opening)
    const failure = `${attribute('name', opening)}: ${attribute('message', content) || 'skipped'}`
    if (files.get(file) === null) files.set(file, decoded(failure).slice(0, 500))
  }
  return { tests: count('tests'), failures: count('failures'), skipped: count('skipped'), files }
}

const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', '#10': ' ' }

function decoded(text) {
  return text.replace(/&([a-z#0-9]+);/g, (whole, name) => ENTITIES[name] ?? whole)
}

/** Runs suites of tests with the programs that they need: the dashboard, the executable and the servers. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBun } from '../bin/find-bun.mjs'
import { PROJECT_FOLDER } from './project-files.mjs'
import { runStage } from './run-stage.mjs'
import { runTestFiles } from './run-tests.mjs'
import { startServices } from './services/start-services.mjs'
import { fastChecks, runChecks } from './static-stages.mjs'
import { FAST, filesOf, SUITES } from './suites.mjs'

/** What `npm test` runs: the checks and the fast tests. All checks together count as one failure. */
export async function runFast() {
  // Each check keeps one core busy, and tests often wait. Running both at once uses all cores.
  const [isClean, { passed, failed }] = await Promise.all([runChecks(fastChecks()), runSuites([FAST])])
  return { passed, failed: failed + (isClean ? 0 : 1) }
}

/**
 * @typedef {object} Totals
 * @property {number} passed
 * @property {number} failed
 * @property {readonly import('./run-tests.mjs').FailedFile[]} alone the files that passed when they ran once more alone
 */

/**
 * Runs these suites one after another. All of them run even if one fails, so that everything can be fixed at once.
 * @param {readonly string[]} names
 * @param {{ readonly only?: readonly string[]; readonly retries?: boolean }} [terms] `only`: these files of the suites
 * @returns {Promise<Totals>}
 */
export async function runSuites(names, { only = [], retries = false } = {}) {
  const totals = { passed: 0, failed: 0, alone: [] }
  const suites = names.map((name) => ({ ...SUITES[name], name, files: filesOf(name) }))
  for (const part of only.filter((part) => !suites.some(({ files }) => files.some((path) => path.includes(part))))) {
    console.log(`== FAILED: no file of ${names.join(', ')} has "${part}" in its path`)
    totals.failed++
  }
  if (names.length === 0 || totals.failed > 0) return totals
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-program-'))
  let services = null
  try {
    const programs = await buildPrograms(folder)
    if (programs === null) return { ...totals, failed: 1 }
    for (const { name, files: all, needsServers, lanesPerCore, environment } of suites) {
      const files = all.filter((path) => only.length === 0 || only.some((part) => path.includes(part)))
      if (files.length === 0) continue
      if (needsServers) services ??= await startServices()
      const whole = { ...programs, ...(needsServers && services.environment), ...environment }
      const run = { title: `${name} tests`, files, lanesPerCore, environment: whole }
      add(totals, retries ? await runTwice(run) : await runTestFiles(run))
    }
  } catch (error) {
    console.log(`\n== FAILED: servers for the tests\n${error.message}`)
    totals.failed++
  } finally {
    await services?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return totals
}

/** A file that fails runs once more, alone: a crowded machine must not hide whether the code is right. */
async function runTwice(run) {
  const first = await runTestFiles(run)
  // A failure outside of all files cannot run again.
  if (first.failedFiles.length === 0) return first
  let stillFailed = 0
  const alone = []
  for (const file of first.failedFiles) {
    const { failed } = await runTestFiles({ ...run, title: `${run.title}, once more`, files: [file.path] })
    if (failed === 0) alone.push(file)
    stillFailed += failed
  }
  // Each test counts once, with its last result.
  return { passed: first.passed + first.failed - stillFailed, failed: stillFailed, alone }
}

function add(totals, { passed, failed, alone = [] }) {
  totals.passed += passed
  totals.failed += failed
  totals.alone.push(...alone)
}

/** Builds once what many files use. A file that runs alone builds the dashboard itself and runs the sources. */
async function buildPrograms(folder) {
  const bun = findBun(PROJECT_FOLDER) ?? 'bun'
  const file = join(folder, 'gatehouse')
  const built =
    (await runStage({ title: 'dashboard build', command: [bun, 'scripts/build-dashboard.ts'] })) &&
    (await runStage({ title: 'executable', command: [bun, 'scripts/build-binary.mjs', file] }))
  return built ? { GATEHOUSE_TEST_DASHBOARD_IS_BUILT: 'yes', GATEHOUSE_TEST_EXECUTABLE: file } : null
}

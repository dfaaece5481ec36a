/**
 * The suites of tests, and which files belong to each. The folder or the ending of the name decides, so that no list can
 * forget a file: one of a new folder belongs to `npm test`.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTest, PROJECT_FOLDER, projectFiles } from './project-files.mjs'

/** What `npm test` runs. It needs nothing but Node and the packages of package.json. */
export const FAST = 'fast'

/** Property tests and simulations run all of their cases. */
const FULL = { GATEHOUSE_TEST_LENGTH: 'full' }
/** Tests run most code too few times for the last compiler of the runtime: without it they need 8 % less CPU. */
const SHORT = { BUN_JSC_useFTLJIT: '0' }

/**
 * The first pattern that matches decides. `also`: tests of other suites that prove more with what this suite has. Their
 * text decides, so that a new one is not forgotten.
 * @typedef {object} Suite
 * @property {RegExp} files
 * @property {RegExp} [also]
 * @property {boolean} needsServers
 * @property {number} lanesPerCore
 * @property {Readonly<Record<string, string>>} environment
 * @type {Readonly<Record<string, Suite>>}
 */
export const SUITES = {
  browser: { files: /^tests\/dashboard\//, needsServers: true, lanesPerCore: 1.5, environment: SHORT },
  stores: {
    files: /\.stores\.test\.ts$|^tests\/integration\/(nodes|postgres|sinks)\//,
    // With a PostgreSQL, these suites run on it instead of SQLite.
    also: /\b(forEach(Log|Records)?Engine\(|TESTED_ENGINE\b)/,
    needsServers: true,
    lanesPerCore: 2,
    environment: { ...SHORT, ...FULL },
  },
  faults: {
    files: /\.faults\.test\.ts$|^tests\/(faults|integration\/(workers|backup))\//,
    needsServers: true,
    lanesPerCore: 2,
    environment: { ...SHORT, ...FULL },
  },
  long: {
    files: /\.long\.test\.ts$|^tests\/linear\//,
    also: /\b(propertyRuns|partOf)\(|'fast-check'/,
    needsServers: false,
    lanesPerCore: 1,
    environment: FULL,
  },
  [FAST]: {
    files: /(?:)/,
    needsServers: false,
    lanesPerCore: 2,
    environment: { ...SHORT, GATEHOUSE_TEST_PATIENCE_MS: '120000' },
  },
}

/** @param {string} suite a name of SUITES @returns {string[]} */
export function filesOf(suite) {
  const { also } = SUITES[suite]
  return projectFiles()
    .filter(isTest)
    .filter((path) => suiteOf(path) === suite || (also && suiteOf(path) === FAST && also.test(textOf(path))))
}

function suiteOf(path) {
  return Object.keys(SUITES).find((name) => SUITES[name].files.test(path))
}

function textOf(path) {
  return readFileSync(join(PROJECT_FOLDER, path), 'utf8')
}

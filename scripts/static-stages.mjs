/** Static checks: everything that runs without starting the gateway. `npm test` runs all but the slow ones. */

import { join } from 'node:path'
import { findBun } from '../bin/find-bun.mjs'
import { PROJECT_FOLDER } from './project-files.mjs'
import { runStage } from './run-stage.mjs'

const node = process.execPath
const tool = (path) => join('node_modules', path)
/**
 * TypeScript 7 needs less than half the time. One checker costs the least CPU, because each makes its own types. The package
 * `typescript` stays at 6, because the checks need its API.
 */
const tsc = tool('typescript-7/bin/tsc')
/** The compiler runs for seconds and keeps what it allocates, so its garbage collector finds little: it starts less often. */
const COMPILER_ENVIRONMENT = { GOGC: '400', GOMEMLIMIT: '4GiB' }

/** @returns {readonly import('./run-stage.mjs').Stage[]} */
export function fastChecks() {
  const bun = findBun(PROJECT_FOLDER) ?? 'bun'
  return [
    {
      title: 'types',
      command: [node, tsc, '-p', '.', '--noEmit', '--checkers', '1'],
      environment: COMPILER_ENVIRONMENT,
    },
    { title: 'format and lint', command: [node, tool('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'] },
    {
      title: 'types of the dashboard',
      command: [node, tsc, '-p', 'dashboard', '--noEmit', '--checkers', '1'],
      environment: COMPILER_ENVIRONMENT,
    },
    { title: 'dependency rule', command: [bun, 'scripts/check-imports.ts'] },
    { title: 'access to network, databases and environment', command: [bun, 'scripts/check-boundaries.mjs'] },
    { title: 'shape of files', command: [bun, 'scripts/check-shape.mjs'] },
    { title: 'generated files', command: [bun, 'scripts/generate.ts', '--check'] },
    { title: 'generated files of the SDKs', command: [bun, 'sdk/typescript/scripts/generate.ts', '--check'] },
  ]
}

/** @returns {readonly import('./run-stage.mjs').Stage[]} */
export function slowChecks() {
  return [
    { title: 'dead code', command: [node, tool('knip/bin/knip.js'), '--no-progress'] },
    { title: 'OpenAPI document', command: [node, 'scripts/check-openapi.mjs'] },
  ]
}

/** Most checks use one core. All of them run even if one fails, so that everything can be fixed at once. */
const CONCURRENCY = 2

/**
 * @param {readonly import('./run-stage.mjs').Stage[]} stages
 * @returns {Promise<boolean>} whether all passed
 */
export async function runChecks(stages) {
  const waiting = [...stages]
  let havePassed = true
  const work = async () => {
    for (let stage = waiting.shift(); stage; stage = waiting.shift()) {
      if (!(await runStage(stage))) havePassed = false
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return havePassed
}

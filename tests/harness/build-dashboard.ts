/** Builds the dashboard and the documentation that it serves. */

import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '../..')

/** Set by scripts/run-tests.mjs, which builds both once for all files. */
const BUILT_VARIABLE = 'GATEHOUSE_TEST_DASHBOARD_IS_BUILT'

export function buildDashboard(): void {
  // A build replaces files that another test may be reading, for example with `npm pack`.
  if (process.env[BUILT_VARIABLE] !== undefined) return
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, 'scripts/build-dashboard.ts'], { cwd: ROOT })
  if (exitCode !== 0) throw new Error(`The dashboard could not be built:\n${stderr.toString()}`)
  process.env[BUILT_VARIABLE] = 'yes'
}

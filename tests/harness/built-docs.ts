/** Builds the dashboard and the documentation, for tests that read /docs. */

import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '../..')

export function buildDocs(): void {
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, 'scripts/build-dashboard.ts'], { cwd: ROOT })
  if (exitCode !== 0) throw new Error(`The documentation could not be built:\n${stderr.toString()}`)
}

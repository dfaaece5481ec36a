/** Builds the dashboard and the documentation if they are missing or older than their sources. */

import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @param {string} projectFolder
 * @param {string} bun path of the Bun binary
 */
export function buildDashboard(projectFolder, bun) {
  if (!isStale(projectFolder)) return
  const script = join(projectFolder, 'scripts/build-dashboard.ts')
  const { status, stderr } = spawnSync(bun, [script], { cwd: projectFolder, stdio: ['ignore', 'ignore', 'pipe'] })
  if (status === 0) return
  // The gateway works without the dashboard; its page then shows a notice.
  process.stderr.write(`Gatehouse: the dashboard could not be built. The gateway starts without it.\n${stderr}\n`)
}

/** @param {string} projectFolder */
export function isStale(projectFolder) {
  const source = join(projectFolder, 'dashboard/src')
  // A package without the sources contains the built dashboard.
  if (statSync(source, { throwIfNoEntry: false }) === undefined) return false
  const built = statSync(join(projectFolder, 'dashboard/dist/index.html'), { throwIfNoEntry: false })
  if (built === undefined) return true
  const inputs = [join(projectFolder, 'package.json'), join(projectFolder, 'scripts/build-dashboard.ts')]
  for (const folder of ['dashboard/src', 'log-filter', 'docs', 'contract', 'scripts/docs-site']) {
    const path = join(projectFolder, folder)
    if (statSync(path, { throwIfNoEntry: false }) === undefined) continue
    for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }))
      inputs.push(join(entry.parentPath, entry.name))
  }
  return inputs.some((path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > built.mtimeMs)
}

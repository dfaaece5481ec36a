/** Builds the dashboard and the documentation if they are stale, for tests that read /docs. */

import { resolve } from 'node:path'
import { buildDashboard } from '../../bin/build-dashboard.mjs'

export function buildDocs(): void {
  buildDashboard(resolve(import.meta.dir, '../..'), process.execPath)
}

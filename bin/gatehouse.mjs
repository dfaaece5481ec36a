#!/usr/bin/env node
/** The `gatehouse` command: installs missing packages, then runs the server on Bun with the required switches. */

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDashboard } from './dashboard-bundle.mjs'
import { findBun } from './find-bun.mjs'
import { installMissing } from './install-missing.mjs'
import { gatehouseArguments, gatehouseEnvironment } from './launch-settings.mjs'
import { runChild } from './run-child.mjs'
import { bundledServer } from './server-bundle.mjs'

const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)))

installMissing(projectFolder, { withDevelopment: false })
const bun = findBun(projectFolder)
if (bun === null) {
  process.stderr.write(
    `Gatehouse: no Bun binary for ${process.platform}-${process.arch} in node_modules.\n` +
      'Fix: run "npm ci --ignore-scripts --include=optional" (the binary is an optional package of "bun").\n',
  )
  process.exit(1)
}
const isStart = process.argv[2] === 'start'
if (isStart) buildDashboard(projectFolder, bun)
const main = (isStart && bundledServer(projectFolder, bun)) || join(projectFolder, 'server/src/main.ts')
runChild(bun, gatehouseArguments(main, process.argv.slice(2)), gatehouseEnvironment(process.env))

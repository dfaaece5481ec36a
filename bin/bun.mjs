#!/usr/bin/env node
/** Runs the project's own Bun with the given arguments. The npm scripts use it, so Bun need not be on the PATH. */

import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBun } from './find-bun.mjs'
import { installMissing } from './install-missing.mjs'
import { runChild } from './run-child.mjs'

const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)))

installMissing(projectFolder, { withDevelopment: true })
const bun = findBun(projectFolder)
if (bun === null) {
  process.stderr.write('Gatehouse: no Bun binary in node_modules. Run "npm ci --ignore-scripts --include=optional".\n')
  process.exit(1)
}
runChild(bun, process.argv.slice(2), process.env)

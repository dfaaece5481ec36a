/** Lints contract/openapi.json with the rules in redocly.yaml. Warnings fail too. */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findBun } from '../bin/find-bun.mjs'
import { PROJECT_FOLDER } from './project-files.mjs'

const linter = join('node_modules', '@redocly', 'cli', 'bin', 'cli.js')
const args = [linter, 'lint', 'contract/openapi.json', '--config', 'redocly.yaml', '--format', 'stylish']
// Disables telemetry and update checks. Redocly runs on Bun because it needs a newer Node than we require.
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
const { status } = spawnSync(findBun(PROJECT_FOLDER) ?? 'bun', args, { cwd: PROJECT_FOLDER, env, stdio: 'inherit' })
process.exitCode = status ?? 1

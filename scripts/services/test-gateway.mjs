/** A gateway in a process of its own, for test suites that are not run by bun. */

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findBun } from '../../bin/find-bun.mjs'
import { PROJECT_FOLDER } from '../project-files.mjs'

/** Long enough that only a hang reaches it, even on an overloaded machine. */
const READY_MS = 600_000

export const ADMIN_KEY = 'admin-key-of-the-suites'
export const WORKSPACE_KEY = 'workspace-key-of-the-suites'

/**
 * @param {string} folder for its data
 * @returns {Promise<{ url: string; stop(): void }>}
 */
export async function startTestGateway(folder) {
  const bun = findBun(PROJECT_FOLDER)
  const child = spawn(bun, ['--max-http-header-size=65536', 'server/src/main.ts', 'start'], {
    cwd: PROJECT_FOLDER,
    env: {
      PATH: process.env.PATH ?? '',
      GATEWAY_PORT: '0',
      GATEWAY_ANNOUNCE: 'json',
      GATEWAY_DATA_DIR: join(folder, 'data'),
      GATEWAY_ADMIN_API_KEY: ADMIN_KEY,
      GATEWAY_WORKSPACE_API_KEY: WORKSPACE_KEY,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  process.on('exit', () => child.kill('SIGKILL'))
  let printed = ''
  const url = await new Promise((found, fail) => {
    const timer = setTimeout(() => fail(new Error(`The gateway was not ready in time:\n${printed}`)), READY_MS)
    child.on('exit', (code) => fail(new Error(`The gateway ended with exit code ${code}:\n${printed}`)))
    const look = (chunk) => {
      printed += chunk
      const announced = /^\{"url":"([^"]+)".*\}$/m.exec(printed)?.[1]
      if (announced === undefined) return
      clearTimeout(timer)
      found(announced)
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
  })
  return { url, stop: () => child.kill('SIGKILL') }
}

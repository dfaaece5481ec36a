/** Runs one named command: prints one line when it passes, and its whole output when it fails. */

import { spawn } from 'node:child_process'
import { PROJECT_FOLDER } from './project-files.mjs'

/**
 * @typedef {object} Stage
 * @property {string} title
 * @property {readonly [string, ...string[]]} command
 * @property {Readonly<Record<string, string>>} [environment] besides that of this process
 * @param {Stage} stage
 * @returns {Promise<boolean>} whether it passed
 */
export async function runStage(stage) {
  const startedAtMs = performance.now()
  const [program, ...args] = stage.command
  const env = { ...process.env, ...stage.environment }
  const child = spawn(program, args, { cwd: PROJECT_FOLDER, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = []
  const take = (chunk) => output.push(chunk)
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      take(Buffer.from(`cannot run ${program}: ${error.message}\n`))
      resolve(1)
    })
    child.on('close', (exitCode) => resolve(exitCode ?? 1))
  })
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
  // Print only now, because other stages print at the same time.
  if (code === 0) {
    process.stdout.write(`== ${stage.title}: ok (${seconds} s)\n`)
    return true
  }
  process.stdout.write(Buffer.concat(output))
  process.stdout.write(
    `\n== FAILED: ${stage.title} (exit code ${code}, ${seconds} s)\n   ${stage.command.join(' ').slice(0, 200)}\n`,
  )
  return false
}

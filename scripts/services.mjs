/** `node scripts/services.mjs -- bun test <file>`: runs a command with a throw-away PostgreSQL and Redis beside it. */

import { spawn } from 'node:child_process'
import { findBun } from '../bin/find-bun.mjs'
import { installMissing } from '../bin/install-missing.mjs'
import { PROJECT_FOLDER } from './project-files.mjs'
import { startServices } from './services/start-services.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

const given = process.argv.slice(2)
const command = given[0] === '--' ? given.slice(1) : given
installMissing(PROJECT_FOLDER, { withDevelopment: true })
try {
  const services = await startServices()
  const code = await (command.length > 0 ? run(command, services.environment) : waitForPerson(services.environment))
  await services.stop()
  process.exitCode = code
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** @returns {Promise<number>} the command's own exit code */
function run([program, ...args], environment) {
  // Uses the project's own Bun, so that developers need not install it.
  const path = program === 'bun' ? (findBun(PROJECT_FOLDER) ?? 'bun') : program
  const child = spawn(path, args, { stdio: 'inherit', env: { ...process.env, ...environment } })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`cannot run ${program}: ${error.message}`)
      resolve(127)
    })
    child.on('exit', (code, signal) => resolve(signal === null ? (code ?? 1) : 1))
  })
}

/** Without a command, the services run until ctrl-c, for tests that are started in another terminal. */
function waitForPerson(environment) {
  for (const [name, value] of Object.entries(environment)) console.log(`export ${name}=${value}`)
  console.log('# Stop: ctrl-c')
  return new Promise((resolve) => {
    // Handlers alone do not keep a process running.
    const stayAwake = setInterval(() => {}, 60_000)
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        clearInterval(stayAwake)
        resolve(0)
      })
    }
  })
}

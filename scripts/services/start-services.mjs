/** Starts PostgreSQL and Redis for one test run on free ports. They stop when the calling process exits. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chromiumProgram, postgresPrograms, redisPrograms } from './server-programs.mjs'

const SUPERVISOR = fileURLToPath(new URL('./supervisor.mjs', import.meta.url))

/** The addresses of the test servers. If a variable is already set, that server is used. */
const POSTGRES_VARIABLE = 'GATEHOUSE_TEST_POSTGRES_URL'
const REDIS_VARIABLE = 'GATEHOUSE_TEST_REDIS_URL'
/** The browser for the dashboard tests. */
const CHROMIUM_VARIABLE = 'GATEHOUSE_TEST_CHROMIUM'

/**
 * @typedef {{ readonly environment: Readonly<Record<string, string>>; stop(): Promise<void> }} Services
 * @returns {Promise<Services>} rejects with the missing program and how to install it
 */
export async function startServices() {
  const given = { [POSTGRES_VARIABLE]: process.env[POSTGRES_VARIABLE], [REDIS_VARIABLE]: process.env[REDIS_VARIABLE] }
  const wanted = {
    [POSTGRES_VARIABLE]: given[POSTGRES_VARIABLE] ? null : postgresPrograms(POSTGRES_VARIABLE),
    [REDIS_VARIABLE]: given[REDIS_VARIABLE] ? null : redisPrograms(REDIS_VARIABLE),
  }
  const browser = { [CHROMIUM_VARIABLE]: process.env[CHROMIUM_VARIABLE] || chromiumProgram(CHROMIUM_VARIABLE) }
  if (Object.values(wanted).every((server) => server === null))
    return { environment: { ...given, ...browser }, async stop() {} }
  const programs = JSON.stringify({ postgres: wanted[POSTGRES_VARIABLE], redis: wanted[REDIS_VARIABLE] })
  // The supervisor stops the servers when its stdin ends, which happens however this process exits.
  // It has its own session, so that Ctrl-C in a terminal ends the tests before their servers.
  const supervisor = spawn(process.execPath, [SUPERVISOR, programs], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = once(supervisor, 'exit')
  const announced = await Promise.race([once(createInterface(supervisor.stdout), 'line'), ended.then(() => null)])
  if (announced === null) throw new Error('The servers for the tests did not start; the reason is printed above.')
  const { postgresUrl, redisUrl } = JSON.parse(announced[0])
  return {
    environment: {
      ...browser,
      [POSTGRES_VARIABLE]: postgresUrl ?? given[POSTGRES_VARIABLE],
      [REDIS_VARIABLE]: redisUrl ?? given[REDIS_VARIABLE],
    },
    async stop() {
      supervisor.stdin.end()
      await ended
    },
  }
}

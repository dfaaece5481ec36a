/**
 * Runs the servers of one test run: prints their addresses, and stops and removes them when stdin ends. Without an
 * argument it finds the programs itself and takes commands from stdin: the servers then belong to one test file.
 */

import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommands } from './run-commands.mjs'
import { postgresPrograms, redisPrograms } from './server-programs.mjs'
import { startPostgres, startRedis } from './throw-away-servers.mjs'

const given = process.argv[2]
const programs = given === undefined ? ownPrograms() : JSON.parse(given)
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-services-'))
const ending = new AbortController()
process.stdin.resume()
for (const event of ['end', 'error']) process.stdin.on(event, () => ending.abort())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => ending.abort())

/** @type {Map<string, import('./throw-away-servers.mjs').Server>} */
const servers = new Map()
try {
  const identity = unprivileged()
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid)
  const place = { folder, identity, signal: ending.signal }
  const starts = await Promise.allSettled([
    programs.postgres && startPostgres(programs.postgres, place),
    programs.redis && startRedis(programs.redis, place),
  ])
  for (const [i, name] of ['postgres', 'redis'].entries()) if (starts[i].value) servers.set(name, starts[i].value)
  for (const start of starts) if (start.status === 'rejected') throw start.reason
  const [postgresUrl, redisUrl] = starts.map((start) => start.value?.url ?? null)
  process.stdout.write(`${JSON.stringify({ postgresUrl, redisUrl })}\n`)
  if (given === undefined) runCommands(servers, programs, place)
  await new Promise((resolve) => {
    if (ending.signal.aborted) resolve()
    else ending.signal.addEventListener('abort', resolve)
  })
} catch (error) {
  if (!ending.signal.aborted) {
    process.stderr.write(`Gatehouse: ${error.message}\n`)
    process.exitCode = 1
  }
} finally {
  await Promise.all([...servers.values()].map((server) => server.stop()))
  rmSync(folder, { recursive: true, force: true })
  process.stdin.destroy()
}

/** Commits are durable, because these tests check the state after a server crash. */
function ownPrograms() {
  const otherwise = 'GATEHOUSE_TEST_POSTGRES_URL'
  return {
    postgres: { ...postgresPrograms(otherwise), keepsCommits: true },
    redis: redisPrograms('GATEHOUSE_TEST_REDIS_URL'),
  }
}

/** PostgreSQL refuses to run as root, and a test server needs no privileges. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {}
  for (const user of ['postgres', 'nobody']) {
    try {
      const number = (flag) => Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: number('-u'), gid: number('-g') }
    } catch {
      // This user does not exist; try the next.
    }
  }
  throw new Error('As root, the servers for the tests need a user "postgres" or "nobody" to run as; neither exists.')
}

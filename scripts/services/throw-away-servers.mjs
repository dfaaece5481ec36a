/** Starts PostgreSQL and Redis in a folder that is thrown away: reachable on loopback only, nothing kept on disk. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { signalTree } from './signal-tree.mjs'

const READY_MS = 30_000
const STOP_MS = 5_000
// Between asking for a free port and taking it, another process may take it.
const PORT_ATTEMPTS = 3
const KEPT_WORDS = 4_000

/**
 * @typedef {{ folder: string; identity: { uid?: number; gid?: number }; signal: AbortSignal }} Place
 * @typedef {object} Server
 * @property {string} url
 * @property {() => Promise<void>} stop
 * @property {(signal: string) => Promise<void>} end resolves when the process is gone
 * @property {(signal: string) => void} signal reaches its child processes too
 * @property {() => Promise<void>} start once more, at the same address
 *
 * @param {{ initdb: string; postgres: string; keepsCommits?: boolean }} programs
 * @param {Place} place
 * @returns {Promise<Server>}
 */
export async function startPostgres(programs, place) {
  const data = join(place.folder, 'postgres')
  const cluster = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  const maker = launch(programs.initdb, cluster, place)
  const [code] = await maker.ended
  if (code !== 0) throw new Error(`initdb failed:\n${maker.words()}`)
  // What survives the machine and a door for other users are of no use to tests; what survives the server is to some.
  const commit = `synchronous_commit=${programs.keepsCommits ? 'on' : 'off'}`
  const settings = ['fsync=off', 'full_page_writes=off', commit, 'max_connections=400']
  const shut = ['listen_addresses=127.0.0.1', 'unix_socket_directories=']
  const options = [...settings, ...shut].flatMap((setting) => ['-c', setting])
  return startOnFreePort('PostgreSQL', /ready to accept connections/, place, (port) => ({
    command: [programs.postgres, '-D', data, '-p', String(port), ...options],
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    // Fast shutdown: sessions that tests left open are ended, not waited for.
    stopSignal: 'SIGINT',
  }))
}

/**
 * @param {{ server: string }} programs
 * @param {Place} place
 * @param {readonly string[]} more options of the server
 * @returns {Promise<Server>}
 */
export async function startRedis(programs, place, more = []) {
  const options = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', place.folder, ...more]
  return startOnFreePort('Redis', /Ready to accept connections/, place, (port) => ({
    command: [programs.server, '--port', String(port), ...options],
    url: `redis://127.0.0.1:${port}`,
    stopSignal: 'SIGTERM',
  }))
}

/**
 * @param {{ server: string }} programs
 * @param {Place} place
 * @param {readonly string[]} lines of its configuration
 * @returns {Promise<Server>}
 */
export async function startSentinel(programs, place, lines) {
  // It writes down what it learns.
  const path = join(place.folder, `sentinel-${Date.now()}.conf`)
  writeFileSync(path, `${lines.join('\n')}\n`)
  const { uid, gid } = place.identity
  if (uid !== undefined) chownSync(path, uid, gid ?? uid)
  return startOnFreePort('Redis Sentinel', /\+monitor/, place, (port) => ({
    command: [programs.server, path, '--sentinel', '--port', String(port), '--bind', '127.0.0.1'],
    url: `redis://127.0.0.1:${port}`,
    stopSignal: 'SIGTERM',
  }))
}

async function startOnFreePort(title, ready, place, describe) {
  for (let attempt = 1; ; attempt++) {
    const { command, url, stopSignal } = describe(await freePort())
    const server = launch(command[0], command.slice(1), place)
    if (await becomesReady(server, ready, place.signal))
      return steerable({ title, ready, place, command, url, stopSignal }, server)
    await end(server, 'SIGKILL')
    if (place.signal.aborted || attempt === PORT_ATTEMPTS) throw new Error(`${title} did not start:\n${server.words()}`)
  }
}

function steerable({ title, ready, place, command, url, stopSignal }, started) {
  let server = started
  return {
    url,
    stop: () => end(server, stopSignal),
    end: (signal) => end(server, signal),
    signal: (signal) => signalTree(server.child.pid, signal),
    async start() {
      server = launch(command[0], command.slice(1), place)
      if (!(await becomesReady(server, ready, place.signal)))
        throw new Error(`${title} did not start again:\n${server.words()}`)
    },
  }
}

function launch(program, args, { folder, identity }) {
  // A clean environment: PGPORT, PGDATA and a translated "ready" belong to somebody else's server.
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C' }
  const child = spawn(program, args, { cwd: folder, env, ...identity, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  const keep = (chunk) => {
    printed = `${printed}${chunk}`.slice(-KEPT_WORDS)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const ended = once(child, 'close').catch((error) => {
    keep(`cannot run ${program}: ${error.message}`)
    return [1]
  })
  return { child, ended, words: () => printed }
}

/** Resolves with false when it ended, was too slow, or is no longer wanted. */
function becomesReady({ child, ended, words }, ready, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), READY_MS)
    const settle = (isReady) => {
      clearTimeout(timer)
      resolve(isReady)
    }
    const look = () => ready.test(words()) && settle(true)
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    ended.then(() => settle(false))
    if (signal.aborted) settle(false)
    else signal.addEventListener('abort', () => settle(false))
  })
}

async function end({ child, ended }, signal) {
  const isGone = child.exitCode !== null || child.signalCode !== null
  // Stopped processes hear nothing but SIGKILL, and the children of a stopped server would stay.
  if (!isGone) signalTree(child.pid, 'SIGCONT')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  child.kill(signal)
  await ended
  clearTimeout(timer)
}

async function freePort() {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address()
  listener.close()
  await once(listener, 'close')
  return port
}

/** Starts PostgreSQL and Redis in a temporary folder, on loopback only and without persistence. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newPort } from './server-port.mjs'
import { signalTree } from './signal-tree.mjs'

/** Long enough that only a hang reaches it, even on an overloaded machine. */
const READY_MS = 600_000
const STOP_MS = 5_000
const KEPT_WORDS = 4_000

/**
 * @typedef {{ folder: string; identity: { uid?: number; gid?: number }; signal: AbortSignal }} Place
 * @typedef {object} Server
 * @property {string} url
 * @property {() => Promise<void>} stop
 * @property {(signal: string) => Promise<void>} end resolves when the process has exited
 * @property {(signal: string) => void} signal also sent to its child processes
 * @property {() => Promise<void>} start again, at the same address
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
  // No test needs a Unix socket or data that survives a machine crash. Some need commits to survive a server crash.
  const commit = `synchronous_commit=${programs.keepsCommits ? 'on' : 'off'}`
  const settings = ['fsync=off', 'full_page_writes=off', commit, 'max_connections=400']
  const shut = ['listen_addresses=127.0.0.1', 'unix_socket_directories=']
  const options = [...settings, ...shut].flatMap((setting) => ['-c', setting])
  return startOnNewPort('PostgreSQL', /ready to accept connections/, place, (port) => ({
    command: [programs.postgres, '-D', data, '-p', String(port), ...options],
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    // Fast shutdown: closes sessions that tests left open.
    stopSignal: 'SIGINT',
  }))
}

/**
 * @param {{ server: string }} programs
 * @param {Place} place
 * @param {readonly string[]} more server options
 * @returns {Promise<Server>}
 */
export async function startRedis(programs, place, more = []) {
  const options = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', place.folder, ...more]
  return startOnNewPort('Redis', /Ready to accept connections/, place, (port) => ({
    command: [programs.server, '--port', String(port), ...options],
    url: `redis://127.0.0.1:${port}`,
    stopSignal: 'SIGTERM',
  }))
}

/**
 * @param {{ server: string }} programs
 * @param {Place} place
 * @param {readonly string[]} lines of the configuration file
 * @returns {Promise<Server>}
 */
export async function startSentinel(programs, place, lines) {
  // Sentinel writes its state to the configuration file.
  const path = join(place.folder, `sentinel-${Date.now()}.conf`)
  writeFileSync(path, `${lines.join('\n')}\n`)
  const { uid, gid } = place.identity
  if (uid !== undefined) chownSync(path, uid, gid ?? uid)
  return startOnNewPort('Redis Sentinel', /\+monitor/, place, (port) => ({
    command: [programs.server, path, '--sentinel', '--port', String(port), '--bind', '127.0.0.1'],
    url: `redis://127.0.0.1:${port}`,
    stopSignal: 'SIGTERM',
  }))
}

async function startOnNewPort(title, ready, place, describe) {
  const { command, url, stopSignal } = describe(await newPort())
  const server = launch(command[0], command.slice(1), place)
  if (await becomesReady(server, ready, place.signal))
    return controllable({ title, ready, place, command, url, stopSignal }, server)
  await end(server, 'SIGKILL')
  throw new Error(`${title} did not start:\n${server.words()}`)
}

function controllable({ title, ready, place, command, url, stopSignal }, started) {
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
  // A clean environment: PGPORT, PGDATA or a translated "ready" message would break the start.
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

/** Resolves with false if the server exited, did not become ready in time, or the start was aborted. */
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
  // A stopped process handles no signal but SIGKILL, and the children of a stopped server would keep running.
  if (!isGone) signalTree(child.pid, 'SIGCONT')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  child.kill(signal)
  await ended
  clearTimeout(timer)
}

import { afterEach, beforeEach, expect, test } from 'bun:test'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Subprocess } from 'bun'

const ROOT = resolve(import.meta.dir, '../..')
const NODE = Bun.which('node') ?? 'node'

let folder: string
let script: Subprocess<'ignore', 'pipe', 'pipe'>
/** The supervisor of the servers keeps the script's stderr open: when it closes, both servers have stopped. */
let complaints: Promise<string>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-services-test-'))
  // If the tests run as root, the servers run as another user.
  await chmod(folder, 0o711)
})

afterEach(async () => {
  script.kill('SIGKILL')
  await complaints
  await rm(folder, { recursive: true, force: true })
})

/** Starts the script as a developer does, without the servers of this test run. */
function startScript(args: readonly string[], path = process.env['PATH'] ?? ''): void {
  const env = { PATH: path, TMPDIR: folder }
  const command = [NODE, 'scripts/services.mjs', ...args]
  script = Bun.spawn(command, { cwd: ROOT, env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  complaints = new Response(script.stderr).text()
}

async function addresses(): Promise<URL[]> {
  let printed = ''
  for await (const chunk of script.stdout) {
    printed += Buffer.from(chunk).toString()
    if (printed.includes('ctrl-c')) break
  }
  return [...printed.matchAll(/=(\S+:\/\/\S+)/g)].map((match) => new URL(match[1]!))
}

function accepts(address: URL): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(Number(address.port), address.hostname)
    socket.on('connect', () => {
      socket.destroy()
      answer(true)
    })
    socket.on('error', () => answer(false))
  })
}

test('a command runs with PostgreSQL and Redis, its exit code is returned, and no process remains', async () => {
  const talk = `
    const { createConnection } = require('node:net')
    const { Client } = require('pg')
    const redis = new URL(process.env.GATEHOUSE_TEST_REDIS_URL)
    createConnection(redis.port, redis.hostname).end('PING\\r\\n').on('data', async (pong) => {
      const client = new Client({ connectionString: process.env.GATEHOUSE_TEST_POSTGRES_URL })
      await client.connect()
      const { rows } = await client.query("select rolsuper, 'six' as six from pg_roles where rolname = current_user")
      await client.end()
      console.log(String(pong).trim(), rows[0].six, rows[0].rolsuper)
      process.exitCode = 7
    })`
  startScript(['--', NODE, '-e', talk])
  const printed = await new Response(script.stdout).text()
  await complaints
  expect(printed).toBe('+PONG six true\n')
  expect(await script.exited).toBe(7)
  expect(await readdir(folder)).toEqual([])
})

test.each(['SIGINT', 'SIGKILL'] as const)('the servers stop with their script, also after %s', async (signal) => {
  startScript([])
  const servers = await addresses()
  expect(await Promise.all(servers.map(accepts))).toEqual([true, true])
  script.kill(signal)
  await complaints
  expect(await Promise.all(servers.map(accepts))).toEqual([false, false])
  expect(await readdir(folder)).toEqual([])
})

test('a missing dependency is named with instructions to install it', async () => {
  startScript(['--', NODE, '-e', ''], folder)
  const words = await complaints
  expect(await script.exited).toBe(1)
  expect(words).toMatch(/^The tests need (PostgreSQL|Redis) and cannot get it: it is not installed/)
  expect(words).toMatch(/Repair: install .+ set GATEHOUSE_TEST_(POSTGRES|REDIS)_URL/)
})

import { afterEach, expect, test } from 'bun:test'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBun } from './find-bun.mjs'
import { whyInstall } from './install-missing.mjs'

const root = join(import.meta.dir, '..')
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-launcher-')))
  folders.push(folder)
  return folder
}

/**
 * A project with the real launcher, a minimal server and links to the real packages. The folder of packages is its own, so
 * that a launcher that installs packages does not empty the real one.
 */
function projectWith(server: string): string {
  const folder = temporaryFolder()
  for (const name of ['bin', 'package.json', 'package-lock.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  const packages = join(root, 'node_modules')
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(packages)) {
    const copied = join(folder, 'node_modules', name)
    if (name === '.package-lock.json') cpSync(join(packages, name), copied, { preserveTimestamps: true })
    else symlinkSync(join(packages, name), copied)
  }
  mkdirSync(join(folder, 'server/src'), { recursive: true })
  writeFileSync(join(folder, 'server/src/main.ts'), server)
  return folder
}

function launch(project: string, args: readonly string[], cwd = project) {
  return Bun.spawn(['node', join(project, 'bin/gatehouse.mjs'), ...args], {
    cwd,
    stdout: 'pipe',
    stderr: 'pipe',
    stdin: 'ignore',
  })
}

/** Reads until the text appears, so that signals are sent only to a running server. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, text: string): Promise<string> {
  let seen = ''
  while (!seen.includes(text)) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`the output ended before "${text}": ${seen}`)
    seen += new TextDecoder().decode(value)
  }
  return seen
}

const COUNTS_SIGNALS = `
  const counts: Record<string, number> = {}
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {
    counts[signal] = (counts[signal] ?? 0) + 1
    setTimeout(() => { console.log(JSON.stringify(counts)); process.exit(7) }, 500)
  })
  setInterval(() => {}, 1000)
  console.log('pid=' + process.pid + ';')`

test('keeps the working directory, passes the arguments on and sets the switches of Bun', async () => {
  const project = projectWith(`
    const server = Bun.serve({ port: 0, fetch: (request) => new Response(String(request.headers.get('x-long')?.length)) })
    const reply = await fetch(server.url, { headers: { 'x-long': 'a'.repeat(60_000) } })
    console.log(JSON.stringify([process.cwd(), process.argv.slice(2), process.env.BUN_CONFIG_MAX_HTTP_REQUESTS, process.env.MIMALLOC_PURGE_HOLES, await reply.text()]))
    await server.stop(true)`)
  const elsewhere = temporaryFolder()
  const child = launch(project, ['start', '--port', '1'], elsewhere)
  expect(JSON.parse(await child.stdout.text())).toEqual([elsewhere, ['start', '--port', '1'], '65336', '0', '60000'])
  expect(await child.exited).toBe(0)
})

test('forwards a signal once, even if it arrives twice at once, and exits with the exit code of the server', async () => {
  const child = launch(projectWith(COUNTS_SIGNALS), ['start'])
  const reader = child.stdout.getReader()
  await readUntil(reader, ';')
  child.kill('SIGTERM')
  child.kill('SIGTERM')
  expect(JSON.parse(await readUntil(reader, '}'))).toEqual({ SIGTERM: 1 })
  expect(await child.exited).toBe(7)
})

test('stops the server if the launcher is killed with SIGKILL', async () => {
  const child = launch(projectWith(COUNTS_SIGNALS), ['start'])
  const reader = child.stdout.getReader()
  const pid = Number(/pid=(\d+)/.exec(await readUntil(reader, ';'))?.[1])
  expect(() => process.kill(pid, 0)).not.toThrow()
  child.kill('SIGKILL')
  // The pipe closes only after the server, which inherited it, has exited.
  expect((await reader.read()).done).toBe(true)
})

test('installs nothing if all packages are present, even if a checkout updated the mtime of the lockfile', () => {
  const project = projectWith('')
  expect(whyInstall(project, true)).toBeNull()
  const later = new Date(Date.now() + 60_000)
  utimesSync(join(project, 'package-lock.json'), later, later)
  expect(whyInstall(project, true)).toBeNull()
})

test('names a missing package, and one whose version differs from the lockfile', () => {
  const project = projectWith('')
  const lockfile = join(project, 'package-lock.json')
  const changed = JSON.parse(readFileSync(lockfile, 'utf8'))
  changed.packages['node_modules/zod'].version = '0.0.1'
  writeFileSync(lockfile, JSON.stringify(changed))
  expect(whyInstall(project, true)).toBe('zod differs from the version in package-lock.json')
  rmSync(join(project, 'node_modules'), { recursive: true })
  expect(whyInstall(project, false)).toMatch(/^the package \S+ is missing$/)
})

test('finds Bun in its platform package if npm did not run the install script', () => {
  const project = temporaryFolder()
  const bin = join(project, 'node_modules/bun/bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(project, 'node_modules/bun/package.json'), '{}')
  writeFileSync(join(bin, 'bun.exe'), 'a placeholder')
  expect(findBun(project)).toBeNull()
  const architecture = process.arch === 'arm64' ? 'aarch64' : process.arch
  const platform = join(project, `node_modules/@oven/bun-${process.platform}-${architecture}/bin`)
  mkdirSync(platform, { recursive: true })
  symlinkSync(process.execPath, join(platform, 'bun'))
  expect(findBun(project)).toBe(join(platform, 'bun'))
})

test('installs nothing into a linked folder, which npm would empty', () => {
  const project = projectWith('')
  const linked = temporaryFolder()
  writeFileSync(join(linked, 'kept'), '')
  rmSync(join(project, 'node_modules'), { recursive: true })
  symlinkSync(linked, join(project, 'node_modules'))
  const { exitCode, stderr } = Bun.spawnSync(['node', join(project, 'bin/gatehouse.mjs'), 'version'], { cwd: project })
  expect([exitCode, stderr.toString()]).toEqual([1, expect.stringContaining('node_modules is a link')])
  expect(readdirSync(linked)).toEqual(['kept'])
})

test('installs packages without running their install scripts', () => {
  const project = projectWith('')
  rmSync(join(project, 'node_modules'), { recursive: true })
  const npm = join(project, 'npm.js')
  writeFileSync(
    npm,
    'import("node:fs").then((fs) => fs.writeFileSync("given.json", JSON.stringify(process.argv.slice(2))))',
  )
  const code =
    'import("./bin/install-missing.mjs").then((it) => it.installMissing(process.cwd(), { withDevelopment: true }))'
  const { exitCode } = Bun.spawnSync(['node', '-e', code], { cwd: project, env: { ...process.env, npm_execpath: npm } })
  expect(exitCode).toBe(0)
  const given = JSON.parse(readFileSync(join(project, 'given.json'), 'utf8'))
  expect(given).toContain('ci')
  expect(given).toContain('--ignore-scripts')
})

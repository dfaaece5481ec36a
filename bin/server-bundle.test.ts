import { afterEach, expect, test } from 'bun:test'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundledServer } from './server-bundle.mjs'

const root = join(import.meta.dir, '..')
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const MAIN = (text: string) => `
  import { join } from 'node:path'
  import { workerUrl } from './core/runtime/worker-url.ts'
  const worker = new Worker(workerUrl('parts/upper-worker.ts'))
  worker.postMessage('${text}')
  worker.onmessage = async ({ data }) => {
    const { later } = await import('./later.ts')
    console.log(JSON.stringify([data, later, join(import.meta.dir, '../../package.json')]))
    process.exit(0)
  }`

/** A small server with the real build scripts. */
function project(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-bundle-')))
  folders.push(folder)
  for (const name of ['build-server.mjs', 'bundle-sources.mjs', 'project-files.mjs'])
    cpSync(join(root, 'scripts', name), join(folder, 'scripts', name))
  cpSync(join(root, 'bin/server-bundle.mjs'), join(folder, 'bin/server-bundle.mjs'))
  cpSync(join(root, 'server/src/core/runtime/worker-url.ts'), join(folder, 'server/src/core/runtime/worker-url.ts'))
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'server/src/parts'))
  mkdirSync(join(folder, 'log-filter'))
  write(folder, 'main.ts', MAIN('first'))
  write(folder, 'later.ts', "export const later = 'loaded later'")
  write(folder, 'parts/upper-worker.ts', 'self.onmessage = ({ data }) => postMessage(data.toUpperCase())')
  return folder
}

function write(folder: string, file: string, text: string): void {
  writeFileSync(join(folder, 'server/src', file), text)
}

function outputOf(main: string | null): unknown {
  expect(main).not.toBeNull()
  return JSON.parse(Bun.spawnSync([process.execPath, main!]).stdout.toString())
}

const bundlesOf = (folder: string) => readdirSync(join(folder, 'server/dist'))

test('workers, code that is loaded later, and paths of the project work in the bundle', () => {
  const folder = project()
  const main = bundledServer(folder, process.execPath)
  expect(main?.startsWith(join(folder, 'server/dist'))).toBe(true)
  expect(outputOf(main)).toEqual(['FIRST', 'loaded later', join(folder, 'package.json')])
})

test('the same sources have the same bundle, and every change of a source makes a new one', () => {
  const folder = project()
  const first = bundledServer(folder, process.execPath)
  expect(bundledServer(folder, process.execPath)).toBe(first)
  write(folder, 'main.ts', MAIN('other'))
  // An older time than that of the bundle, as after a copy that keeps times.
  utimesSync(join(folder, 'server/src/main.ts'), new Date(0), new Date(0))
  const second = bundledServer(folder, process.execPath)
  expect(second).not.toBe(first)
  expect(outputOf(second)).toContain('OTHER')
  write(folder, 'main.test.ts', '')
  expect(bundledServer(folder, process.execPath)).toBe(second)
})

test('the bundle before stays for gateways that still run, older ones are removed', () => {
  const folder = project()
  const mains = ['first', 'second', 'third'].map((text) => {
    write(folder, 'main.ts', MAIN(text))
    const main = bundledServer(folder, process.execPath)
    // The age decides which ones are kept.
    const age = new Date(Date.now() - 60_000)
    if (text !== 'third') utimesSync(join(main!, '..'), age, age)
    return main
  })
  expect(bundlesOf(folder)).toHaveLength(2)
  expect(mains.map((main) => existsSync(main!))).toEqual([false, true, true])
})

test('without a bundle, the sources run: if they cannot be bundled, and in an installed package', () => {
  const folder = project()
  write(folder, 'main.ts', "import { missing } from './not-there.ts'; console.log(missing)")
  expect(bundledServer(folder, process.execPath)).toBeNull()
  expect(bundlesOf(folder)).toEqual([])
  rmSync(join(folder, 'scripts'), { recursive: true })
  expect(bundledServer(folder, process.execPath)).toBeNull()
})

/** Installs the packages that a page names at their newest versions, into a cache folder outside the project. */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Installer, Page } from './pages.ts'

const CACHE = process.env['GATEHOUSE_CLIENTS_CACHE'] ?? join(homedir(), '.cache', 'gatehouse-clients')
const TIMEOUT_MS = 600_000
/** Most clients need at least this version of Node. */
const NODE_MAJOR = 22

export type Versions = Readonly<Record<string, string>>

export type Installed = {
  readonly folder: string
  /** Folders of programs, for PATH. */
  readonly bin: readonly string[]
  readonly versions: Versions
}

/** `isKept`: use what the cache has. Throws if a package cannot be installed. */
export async function install({ name, install: packages }: Page, isKept: boolean): Promise<Installed> {
  const folder = join(CACHE, name)
  mkdirSync(folder, { recursive: true })
  const versions: Record<string, string> = {}
  const bin: string[] = []
  for (const installer of ['pip', 'npm'] as const) {
    const wanted = packages[installer]
    if (wanted === undefined) continue
    if (!isKept || !isInstalled(installer, folder)) await INSTALL[installer](folder, wanted)
    const found = await VERSIONS[installer](folder, wanted)
    for (const [one, version] of Object.entries(found)) versions[`${installer}:${one}`] = version
    bin.push(installer === 'pip' ? join(folder, 'venv', 'bin') : join(folder, 'node_modules', '.bin'))
  }
  return { folder, bin: [...bin, ...(packages.npm === undefined ? [] : [await nodeFolder()])], versions }
}

const INSTALL: Readonly<Record<Installer, (folder: string, packages: readonly string[]) => Promise<void>>> = {
  async pip(folder, packages) {
    const python = join(folder, 'venv', 'bin', 'python')
    if (!existsSync(python))
      await must([process.env['PYTHON'] ?? 'python3', '-m', 'venv', join(folder, 'venv')], folder)
    await must([python, '-m', 'pip', 'install', '--quiet', '--no-input', '--upgrade', ...packages], folder)
  },
  async npm(folder, packages) {
    if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{"private":true}')
    const newest = packages.map((one) => `${one}@latest`)
    await must(['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', ...newest], folder)
  },
}

const VERSIONS: Readonly<Record<Installer, (folder: string, packages: readonly string[]) => Promise<Versions>>> = {
  async pip(folder, packages) {
    const names = packages.map((one) => one.replace(/\[.*\]$/, ''))
    const program = `import importlib.metadata as m, json; print(json.dumps({n: m.version(n) for n in ${JSON.stringify(names)}}))`
    return JSON.parse(await must([join(folder, 'venv', 'bin', 'python'), '-c', program], folder)) as Versions
  },
  async npm(folder, packages) {
    const found = packages.map(async (name) => {
      const file = Bun.file(join(folder, 'node_modules', name, 'package.json'))
      return [name, ((await file.json()) as { version: string }).version] as const
    })
    return Object.fromEntries(await Promise.all(found))
  },
}

function isInstalled(installer: Installer, folder: string): boolean {
  return existsSync(join(folder, installer === 'pip' ? 'venv' : 'node_modules'))
}

/** The folder of a Node that is new enough: the one in PATH, else one from npm. */
async function nodeFolder(): Promise<string> {
  const path = Bun.which('node')
  const major = path === null ? 0 : Number(/^v(\d+)/.exec(await must([path, '--version'], '/'))?.[1])
  if (path !== null && major >= NODE_MAJOR) return join(path, '..')
  const folder = join(CACHE, 'node')
  const bin = join(folder, 'node_modules', '.bin')
  mkdirSync(folder, { recursive: true })
  // The package `node` needs an install script, which may be disabled; this one contains the program.
  if (!existsSync(join(bin, 'node'))) await INSTALL.npm(folder, [`node-${process.platform}-${process.arch}`])
  return bin
}

/** Without this project's .npmrc settings, which `npm run` passes on: some clients need their install scripts. */
const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)))

async function must(command: readonly string[], cwd: string): Promise<string> {
  const options = { cwd, env: ENVIRONMENT, stdout: 'pipe', stderr: 'pipe', timeout: TIMEOUT_MS } as const
  const child = Bun.spawn([...command], options)
  const [out, problem, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(`${command.slice(0, 4).join(' ')}: ${(problem + out).trim().slice(-600)}`)
  return out.trim()
}

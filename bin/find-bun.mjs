/** Finds the Bun binary that npm installed for this project, usually without running it. */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// The npm package `bun` contains a small text file that its install script replaces by the binary. If npm blocks
// install scripts, the binary stays in the platform package.
const MIN_BINARY_BYTES = 1_000_000

/**
 * @param {string} projectFolder
 * @returns {string | null} the path of a Bun binary, or null if none is installed
 */
export function findBun(projectFolder) {
  const modules = modulesFolder(projectFolder)
  if (modules === null) return null
  const swapped = join(modules, 'bun', 'bin', 'bun.exe')
  if (isBinary(swapped)) return swapped
  const candidates = platformBinaries(modules)
  if (candidates.length < 2) return candidates[0] ?? null
  // If both glibc and musl builds are installed, only the right one starts.
  return candidates.find((path) => spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0) ?? null
}

/** Our own node_modules, or the parent's if Gatehouse is installed as a package. */
function modulesFolder(projectFolder) {
  const own = join(projectFolder, 'node_modules')
  if (existsSync(join(own, 'bun', 'package.json'))) return own
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve('bun/package.json')))
  } catch {
    return null
  }
}

function platformBinaries(modules) {
  const architecture = process.arch === 'arm64' ? 'aarch64' : process.arch
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const scope = join(modules, '@oven')
  if (!existsSync(scope)) return []
  return readdirSync(scope)
    .filter((name) => name.startsWith(`bun-${system}-${architecture}`))
    .map((name) => join(scope, name, 'bin', process.platform === 'win32' ? 'bun.exe' : 'bun'))
    .filter(isBinary)
}

function isBinary(path) {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MIN_BINARY_BYTES
}

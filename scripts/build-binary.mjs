/**
 * Builds Gatehouse as a single executable that needs no Node, npm or Bun: `node scripts/build-binary.mjs [file]
 * [target]`.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDashboard } from '../bin/build-dashboard.mjs'
import { findBun } from '../bin/find-bun.mjs'
import { HEADER_BLOCK_SWITCH } from '../bin/launch-settings.mjs'

const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)))
const MAIN = 'server/src/main.ts'
/** Folders that are read from disk while the gateway runs; each goes along when it is there. */
const READ_AT_RUN_TIME = ['dashboard/dist', 'docs', 'contract']

if (typeof Bun === 'undefined') process.exitCode = runOnBun()
else await build(resolve(process.argv[2] ?? join(projectFolder, 'dist/gatehouse')), process.argv[3])

function runOnBun() {
  const bun = findBun(projectFolder)
  if (bun === null) {
    process.stderr.write('No Bun binary in node_modules. Run "npm ci --ignore-scripts --include=optional".\n')
    return 1
  }
  buildDashboard(projectFolder, bun)
  const script = fileURLToPath(import.meta.url)
  return spawnSync(bun, [script, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1
}

/** @param {string} outfile @param {string | undefined} target such as bun-linux-arm64; default: this machine's */
async function build(outfile, target) {
  mkdirSync(dirname(outfile), { recursive: true })
  const embedded = READ_AT_RUN_TIME.flatMap(filesOf)
  const result = await Bun.build({
    entrypoints: [MAIN, ...workers()].map((path) => join(projectFolder, path)),
    // Embedded files keep their paths relative to the project.
    root: projectFolder,
    naming: { asset: '[dir]/[name].[ext]' },
    minify: { syntax: true, whitespace: true },
    // Without parsing, it starts in half the time. The file grows by a fifth.
    bytecode: true,
    format: 'esm',
    compile: { outfile, execArgv: [HEADER_BLOCK_SWITCH], ...(target !== undefined && { target }) },
    plugins: [{ name: 'embed', setup: (builder) => prepareSources(builder, embedded) }],
  })
  for (const message of result.logs) console.error(message)
  if (!result.success) process.exit(1)
  const sizeBytes = Bun.file(outfile).size
  console.log(`${outfile}: ${(sizeBytes / 1024 ** 2).toFixed(0)} MiB, ${embedded.length} files inside`)
}

/** Finds all worker entry points in the sources. A binary without one would fail only when the worker starts. */
function workers() {
  const paths = filesOf('server/src')
    .filter((path) => /(?<!\.test)\.ts$/.test(path))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/workerUrl\('([^']+\.ts)'\)/g)])
    .map(([, path]) => `server/src/${path}`)
  if (paths.length === 0) throw new Error('Found no worker entry points; the search pattern no longer matches.')
  return [...new Set(paths)]
}

/** @param {string} folder */
function filesOf(folder) {
  const path = join(projectFolder, folder)
  if (!existsSync(path)) return []
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/**
 * Three things differ inside a binary: all modules share one folder, `import.meta.require` finds no packages, and files
 * to read at run time must be imported.
 * @param {import('bun').PluginBuilder} builder
 * @param {readonly string[]} embedded
 */
function prepareSources(builder, embedded) {
  builder.onLoad({ filter: /[\\/]server[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
    const file = relative(projectFolder, path).split(sep).join('/')
    const up = '../'.repeat(file.split('/').length - 1)
    const contents = readFileSync(path, 'utf8')
      .replaceAll(`import.meta.dir, '${up}`, "import.meta.dir, '")
      .replaceAll('import.meta.require(', 'require(')
    const imports = file === MAIN ? embedded.map(embed).join('') : ''
    return { contents: imports + contents, loader: 'ts' }
  })
}

/** @param {string} path */
function embed(path) {
  return `import ${JSON.stringify(path)} with { type: 'file' };`
}

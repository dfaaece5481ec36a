/**
 * Builds Gatehouse as a single executable that needs no Node, npm or Bun: `node scripts/build-binary.mjs [file]
 * [target]`.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDashboard } from '../bin/dashboard-bundle.mjs'
import { findBun } from '../bin/find-bun.mjs'
import { HEADER_BLOCK_SWITCH } from '../bin/launch-settings.mjs'
import { filesIn } from '../bin/server-bundle.mjs'
import { adaptSources, entryPoints } from './bundle-sources.mjs'
import { PROJECT_FOLDER } from './project-files.mjs'

/** Folders whose files the gateway reads at run time. Each one that exists is embedded. */
const READ_AT_RUN_TIME = ['dashboard/dist', 'docs', 'contract']

if (typeof Bun === 'undefined') process.exitCode = runOnBun()
else await build(resolve(process.argv[2] ?? join(PROJECT_FOLDER, 'dist/gatehouse')), process.argv[3])

function runOnBun() {
  const bun = findBun(PROJECT_FOLDER)
  if (bun === null) {
    process.stderr.write('No Bun binary in node_modules. Run "npm ci --ignore-scripts --include=optional".\n')
    return 1
  }
  buildDashboard(PROJECT_FOLDER, bun)
  const script = fileURLToPath(import.meta.url)
  return spawnSync(bun, [script, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1
}

/** @param {string} outfile @param {string | undefined} target such as bun-linux-arm64; default: this machine's */
async function build(outfile, target) {
  mkdirSync(dirname(outfile), { recursive: true })
  const folders = READ_AT_RUN_TIME.map((folder) => join(PROJECT_FOLDER, folder))
  const embedded = folders.filter((folder) => existsSync(folder)).flatMap(filesIn)
  const result = await Bun.build({
    entrypoints: entryPoints(),
    // Embedded files keep their paths relative to the project.
    root: PROJECT_FOLDER,
    naming: { entry: '[name].[ext]', asset: '[dir]/[name].[ext]' },
    minify: { syntax: true, whitespace: true },
    // Bytecode needs no parsing, which halves the startup time. The file grows by a fifth.
    bytecode: true,
    format: 'esm',
    compile: { outfile, execArgv: [HEADER_BLOCK_SWITCH], ...(target !== undefined && { target }) },
    plugins: [adaptSources('', embedded.map(embed).join(''))],
  })
  for (const message of result.logs) console.error(message)
  if (!result.success) process.exit(1)
  const sizeBytes = Bun.file(outfile).size
  console.log(`${outfile}: ${(sizeBytes / 1024 ** 2).toFixed(0)} MiB, ${embedded.length} files inside`)
}

/** Files to read at run time must be imported. @param {string} path */
function embed(path) {
  return `import ${JSON.stringify(path)} with { type: 'file' };`
}

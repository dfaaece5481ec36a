/** Shared by the builds of the executable and of the server bundle: entry points, and changes to the sources. */

import { readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { filesIn } from '../bin/server-bundle.mjs'
import { PROJECT_FOLDER } from './project-files.mjs'

const SOURCE = 'server/src'
const MAIN = `${SOURCE}/main.ts`

/**
 * The main file and the workers. All of them are written to one folder, so their names must differ. A missing worker
 * would be noticed only when the gateway starts it.
 */
export function entryPoints() {
  const workers = filesIn(join(PROJECT_FOLDER, SOURCE))
    .filter((path) => /(?<!\.test)\.ts$/.test(path))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/workerUrl\('([^']+\.ts)'\)/g)])
    .map(([, path]) => `${SOURCE}/${path}`)
  if (workers.length === 0) throw new Error('Found no worker entry points; the search pattern no longer matches.')
  const entries = [...new Set([MAIN, ...workers])]
  const names = new Set(entries.map((path) => basename(path)))
  if (names.size < entries.length) throw new Error(`Two of these files have the same name: ${entries.join(', ')}`)
  return entries.map((path) => join(PROJECT_FOLDER, path))
}

/**
 * In a bundle, all modules are in one folder, and `import.meta.require` finds no packages.
 * @param {string} toProject the path from that folder to the project, such as `../../`
 * @param {string} inMain code that is added to the main module
 * @returns {import('bun').BunPlugin}
 */
export function adaptSources(toProject, inMain = '') {
  return {
    name: 'adapt sources',
    setup: (builder) => {
      builder.onLoad({ filter: /[\\/]server[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const file = relative(PROJECT_FOLDER, path).split(sep).join('/')
        const up = '../'.repeat(file.split('/').length - 1)
        const contents = readFileSync(path, 'utf8')
          .replaceAll(`import.meta.dir, '${up}`, `import.meta.dir, '${toProject}`)
          .replaceAll('import.meta.require(', 'require(')
        return { contents: file === MAIN ? inMain + contents : contents, loader: 'ts' }
      })
    },
  }
}

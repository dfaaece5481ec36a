/** Lists the project's files on disk, including uncommitted ones. */

import { readdirSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const PROJECT_FOLDER = dirname(dirname(fileURLToPath(import.meta.url)))

const IGNORED = new Set(['node_modules', '.git', 'data', 'dist', 'tmp'])

/**
 * @param {string} [folder] relative to the project
 * @returns {string[]} paths relative to the project, with forward slashes, sorted
 */
export function projectFiles(folder = '.') {
  const found = []
  const visit = (path) => {
    for (const entry of entriesOf(path)) {
      if (IGNORED.has(entry.name)) continue
      if (entry.isDirectory()) visit(join(path, entry.name))
      else if (entry.isFile()) found.push(relative(PROJECT_FOLDER, join(path, entry.name)).split(sep).join('/'))
    }
  }
  visit(join(PROJECT_FOLDER, folder))
  return found.sort()
}

/** Tests remove their temporary folders meanwhile. */
function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}

/** A test, or a file that only tests import (generators, samples, scaffolding). @param {string} path */
export function isTestMaterial(path) {
  return isTest(path) || /(-arbitrary\.ts|\/(test|sample)-[^/]+\.ts)$/.test(path)
}

/** @param {string} path */
export function isTest(path) {
  return /\.test\.tsx?$/.test(path)
}

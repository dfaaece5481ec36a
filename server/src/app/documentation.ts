/** Reads the documentation from docs/ on disk, or from the files embedded in the compiled binary. */

import { join, resolve } from 'node:path'
import { DocsSite } from '../control/docs/docs-site.ts'

const FOLDER = resolve(import.meta.dir, '../../../docs')

export function documentation(): DocsSite {
  return new DocsSite(readPage)
}

/** The Markdown source of a page; null if there is no such page. */
export function readPage(slug: string): Promise<string | null> {
  return Bun.file(join(FOLDER, `${slug}.md`))
    .text()
    .catch(() => null)
}

/** The documentation, read from docs/ on disk or from inside the binary. */

import { join, resolve } from 'node:path'
import { DocsSite } from '../control/docs/docs-site.ts'

const FOLDER = resolve(import.meta.dir, '../../../docs')

export function documentation(): DocsSite {
  return new DocsSite(readPage)
}

/** As it is written; null when there is none. */
export function readPage(slug: string): Promise<string | null> {
  return Bun.file(join(FOLDER, `${slug}.md`))
    .text()
    .catch(() => null)
}

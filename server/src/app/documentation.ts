/** The files of the documentation: built HTML, Markdown and the contract, on disk or inside the binary. */

import { join, resolve } from 'node:path'
import { type BuiltDocs, DocsSite } from '../control/docs/docs-site.ts'

const MARKDOWN = resolve(import.meta.dir, '../../../docs')
const BUILT = resolve(import.meta.dir, '../../../dashboard/dist')
const CONTRACT = resolve(import.meta.dir, '../../../contract')

export function documentation(): DocsSite {
  return new DocsSite({ readBuilt, readMarkdown: readPage })
}

/** The Markdown of a page. Null if there is no such page. */
export function readPage(slug: string): Promise<string | null> {
  return Bun.file(join(MARKDOWN, `${slug}.md`))
    .text()
    .catch(() => null)
}

/** A generated file of contract/: openapi.json or config.schema.json. */
export function readContract(name: string): Promise<string> {
  return Bun.file(join(CONTRACT, name)).text()
}

function readBuilt(): Promise<BuiltDocs | null> {
  return Bun.file(join(BUILT, 'docs.json'))
    .json()
    .catch(() => null)
}

/** Renders docs/ and the API reference to the HTML that the gateway serves. */

import { dirname, join, resolve } from 'node:path'
import { CONTENTS } from '../../server/src/control/docs/contents.ts'
import { type BuiltDocs, WRITTEN_URL } from '../../server/src/control/docs/docs-site.ts'
import type { OpenapiDocument } from '../../server/src/control/openapi/document.ts'
import { DOCS_POLICY, documentPage, notFoundPage, searchPage } from './layout.ts'
import { renderMarkdown } from './markdown.ts'
import { REFERENCE_POLICY, referencePage } from './reference-page.ts'

const FOLDER = resolve(import.meta.dir, '../../docs')
const OPENAPI = resolve(import.meta.dir, '../../contract/openapi.json')

export async function buildDocsSite(): Promise<BuiltDocs> {
  // Not an import, because that would give the compiler a type of 80 000 lines.
  const openapi: OpenapiDocument = await Bun.file(OPENAPI).json()
  const slugs = CONTENTS.flatMap(({ pages }) => pages)
  const listed = await Promise.all(
    slugs.map(async (slug) => ({
      slug,
      document: renderMarkdown(linksFromRoot(await Bun.file(join(FOLDER, `${slug}.md`)).text(), dirname(slug))),
    })),
  )
  return {
    pages: listed.map((page) => ({
      slug: page.slug,
      title: page.document.title,
      html: documentPage(page, listed),
      sections: page.document.sections,
    })),
    searchPage: searchPage(listed),
    notFoundPage: notFoundPage(listed),
    policy: DOCS_POLICY,
    reference: { html: referencePage(openapi, WRITTEN_URL), policy: REFERENCE_POLICY },
  }
}

/** Rewrites the links between pages of a folder of docs/ as if the page were in docs/ itself. */
function linksFromRoot(text: string, folder: string): string {
  if (folder === '.') return text
  return text.replace(/\]\((\.\.\/)?([a-z0-9-]+\.md)/g, (_link, up: string | undefined, page: string) =>
    up === undefined ? `](${folder}/${page}` : `](${page}`,
  )
}

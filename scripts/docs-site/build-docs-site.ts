/** Renders docs/ and the API reference to the HTML that the gateway serves. */

import { join, resolve } from 'node:path'
import openapi from '../../contract/openapi.json'
import { CONTENTS } from '../../server/src/control/docs/contents.ts'
import { type BuiltDocs, WRITTEN_URL } from '../../server/src/control/docs/docs-site.ts'
import { DOCS_POLICY, documentPage, notFoundPage, searchPage } from './layout.ts'
import { renderMarkdown } from './markdown.ts'
import { REFERENCE_POLICY, referencePage } from './reference-page.ts'

const FOLDER = resolve(import.meta.dir, '../../docs')

export async function buildDocsSite(): Promise<BuiltDocs> {
  const slugs = CONTENTS.flatMap(({ pages }) => pages)
  const listed = await Promise.all(
    slugs.map(async (slug) => ({
      slug,
      document: renderMarkdown(await Bun.file(join(FOLDER, `${slug}.md`)).text()),
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

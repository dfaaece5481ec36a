/** The documentation as the gateway serves it: every page, its Markdown, a search, with the reader's own address filled in. */

import { once } from '../../core/runtime/once.ts'
import { html } from '../reference/html.ts'
import { CONTENTS } from './contents.ts'
import { DOCS_POLICY, documentPage, foundPage, type ListedPage, missingPage } from './docs-layout.ts'
import { searchDocs } from './docs-search.ts'
import { renderMarkdown } from './markdown.ts'

/** What the documents say where the reader's address belongs. */
const WRITTEN_URL = 'http://127.0.0.1:8787'
const MOST_QUESTION_CHARACTERS = 100

/** Null when there is no document of this name. */
export type ReadDocument = (slug: string) => Promise<string | null>

type KnownPage = ListedPage & { readonly text: string; readonly page: string }

export class DocsSite {
  readonly #all = once(() => this.#load())

  constructor(private readonly read: ReadDocument) {}

  /** Null when the address is not one of the documentation. `baseUrl` is how the reader reached us, without /v1. */
  answer(request: Request, pathname: string, baseUrl: string): Promise<Response> | null {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    if (pathname === '/llms.txt') return this.#index(baseUrl)
    if (pathname === '/docs' || pathname === '/docs/') return this.#start(request, baseUrl)
    const [, slug, ending] = /^\/docs\/([a-z0-9-]+)(\.md)?$/.exec(pathname) ?? []
    if (slug !== undefined) return this.#page(slug, ending !== undefined, baseUrl)
    return pathname.startsWith('/docs/') ? this.#missing() : null
  }

  async #start(request: Request, baseUrl: string): Promise<Response> {
    const pages = await this.#all()
    const question = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, MOST_QUESTION_CHARACTERS)
    if (question === '') return this.#page(pages[0]?.slug ?? '', false, baseUrl)
    const searchable = pages.map(({ slug, document }) => ({ slug, title: document.title, sections: document.sections }))
    return page(foundPage(question, searchDocs(searchable, question), pages))
  }

  async #page(slug: string, isMarkdown: boolean, baseUrl: string): Promise<Response> {
    const known = (await this.#all()).find((candidate) => candidate.slug === slug)
    if (known === undefined) return this.#missing()
    // The written address has nothing to escape, so it stands in the HTML as it stands in the text.
    if (!isMarkdown) return page(known.page.replaceAll(WRITTEN_URL, () => html`${baseUrl}`.html))
    return plain(
      known.text.replaceAll(WRITTEN_URL, () => baseUrl),
      'text/markdown',
    )
  }

  async #missing(): Promise<Response> {
    return page(missingPage(await this.#all()), 404)
  }

  /** What the pages are, for programs that read: one line each, with the address of the Markdown. */
  async #index(baseUrl: string): Promise<Response> {
    const pages = await this.#all()
    const groups = CONTENTS.map(({ title, pages: slugs }) => {
      const own = pages.filter(({ slug }) => slugs.includes(slug))
      return `## ${title}\n\n${own.map(({ slug, document }) => `- [${document.title}](${baseUrl}/docs/${slug}.md)`).join('\n')}\n`
    })
    const head = '# Gatehouse\n\n> A self-hosted gateway for AI requests: one address for every model provider.\n'
    const machine = `## For programs\n\n- [OpenAPI](${baseUrl}/openapi.json)\n- [Schema of configs](${baseUrl}/schemas/config.json)\n`
    return plain([head, ...groups, machine].join('\n'), 'text/plain')
  }

  async #load(): Promise<readonly KnownPage[]> {
    const slugs = CONTENTS.flatMap(({ pages }) => pages)
    const texts = await Promise.all(slugs.map(async (slug) => ({ slug, text: await this.read(slug) })))
    const listed = texts.flatMap(({ slug, text }) =>
      text === null ? [] : [{ slug, text, document: renderMarkdown(text) }],
    )
    return listed.map((known) => ({ ...known, page: documentPage(known, listed) }))
  }
}

const SAFETY = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-cache' }

function page(body: string, status = 200): Response {
  const headers = { ...SAFETY, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': DOCS_POLICY }
  return new Response(body, { status, headers })
}

function plain(body: string, type: string): Response {
  return new Response(body, { headers: { ...SAFETY, 'content-type': `${type}; charset=utf-8` } })
}

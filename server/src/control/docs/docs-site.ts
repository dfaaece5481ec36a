/** Serves the documentation that scripts/docs-site rendered to HTML at build time, and searches it. */

import { once } from '../../core/runtime/once.ts'
import { CONTENTS } from './contents.ts'
import { html } from './html.ts'

/** The gateway address used in the documentation sources. It is replaced by the address that the reader uses. */
export const WRITTEN_URL = 'http://127.0.0.1:8787'
/** Placeholders in `BuiltDocs.searchPage`. */
export const SEARCH_QUERY = '{{query}}'
export const SEARCH_RESULTS = '{{results}}'

const MAX_QUERY_CHARACTERS = 100
const MAX_WORDS = 8
const MAX_RESULTS = 30
const EXCERPT_CHARACTERS = 180

/** A heading and the text below it, up to the next heading. */
export type DocumentSection = { readonly title: string; readonly anchor: string; readonly text: string }

export type BuiltPage = {
  readonly slug: string
  readonly title: string
  readonly html: string
  readonly sections: readonly DocumentSection[]
}

/** The JSON file that the build writes. */
export type BuiltDocs = {
  readonly pages: readonly BuiltPage[]
  readonly searchPage: string
  readonly notFoundPage: string
  /** Content-Security-Policy of all pages except the API reference. */
  readonly policy: string
  readonly reference: { readonly html: string; readonly policy: string }
}

export type DocsSources = {
  /** Null if the documentation was not built. */
  readonly readBuilt: () => Promise<BuiltDocs | null>
  /** The Markdown of a page. Null if the page does not exist. */
  readonly readMarkdown: (slug: string) => Promise<string | null>
}

export class DocsSite {
  readonly #built = once(async () => (await this.sources.readBuilt()) ?? NOT_BUILT)

  constructor(private readonly sources: DocsSources) {}

  /** Null if the path is not part of the documentation. `baseUrl` is the reader's gateway address without /v1. */
  respond(request: Request, pathname: string, baseUrl: string): Promise<Response> | null {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    if (pathname === '/llms.txt') return this.#index(baseUrl)
    if (pathname === '/docs/api') return this.#reference(baseUrl)
    if (pathname === '/docs' || pathname === '/docs/') return this.#start(request, baseUrl)
    const [, slug, ending] = /^\/docs\/((?:[a-z0-9-]+\/)?[a-z0-9-]+)(\.md)?$/.exec(pathname) ?? []
    if (slug !== undefined) return ending === undefined ? this.#page(slug, baseUrl) : this.#markdown(slug, baseUrl)
    return pathname.startsWith('/docs/') ? this.#notFound() : null
  }

  async #start(request: Request, baseUrl: string): Promise<Response> {
    const query = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, MAX_QUERY_CHARACTERS)
    const { pages, searchPage, policy } = await this.#built()
    if (query === '') return this.#page(pages[0]?.slug ?? '', baseUrl)
    const results = resultsHtml(query, searchDocs(pages, query))
    // One pass, so that placeholders in the query or the results are not replaced again.
    const page = searchPage.replace(/\{\{(query|results)\}\}/g, (placeholder) =>
      placeholder === SEARCH_RESULTS ? results : html`${query}`.html,
    )
    return pageResponse(page, policy)
  }

  async #page(slug: string, baseUrl: string): Promise<Response> {
    const { pages, policy } = await this.#built()
    const page = pages.find((candidate) => candidate.slug === slug)
    return page === undefined ? this.#notFound() : pageResponse(withUrl(page.html, baseUrl), policy)
  }

  async #reference(baseUrl: string): Promise<Response> {
    const { reference } = await this.#built()
    return pageResponse(withUrl(reference.html, baseUrl), reference.policy)
  }

  async #markdown(slug: string, baseUrl: string): Promise<Response> {
    const isListed = CONTENTS.some(({ pages }) => pages.includes(slug))
    const text = isListed ? await this.sources.readMarkdown(slug) : null
    if (text === null) return this.#notFound()
    return textResponse(
      text.replaceAll(WRITTEN_URL, () => baseUrl),
      'text/markdown',
    )
  }

  async #notFound(): Promise<Response> {
    const { notFoundPage, policy } = await this.#built()
    return pageResponse(notFoundPage, policy, 404)
  }

  /** The list of pages for language models, with links to their Markdown. */
  async #index(baseUrl: string): Promise<Response> {
    const { pages } = await this.#built()
    const groups = CONTENTS.map(({ title, pages: slugs }) => {
      const own = pages.filter(({ slug }) => slugs.includes(slug))
      return `## ${title}\n\n${own.map((page) => `- [${page.title}](${baseUrl}/docs/${page.slug}.md)`).join('\n')}\n`
    })
    const head = '# Gatehouse\n\n> A self-hosted gateway for AI requests: one address for every model provider.\n'
    const machine = `## For programs\n\n- [OpenAPI](${baseUrl}/openapi.json)\n- [Schema of configs](${baseUrl}/schemas/config.json)\n`
    return textResponse([head, ...groups, machine].join('\n'), 'text/plain')
  }
}

const MISSING = 'The documentation was not built. Run: npm run build:dashboard'

const NOT_BUILT: BuiltDocs = {
  pages: [],
  searchPage: MISSING,
  notFoundPage: MISSING,
  policy: "default-src 'none'",
  reference: { html: MISSING, policy: "default-src 'none'" },
}

/** WRITTEN_URL contains no character that HTML escapes, so it is found in HTML too. */
function withUrl(page: string, baseUrl: string): string {
  return page.replaceAll(WRITTEN_URL, () => html`${baseUrl}`.html)
}

const SAFETY = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-cache' }

function pageResponse(body: string, policy: string, status = 200): Response {
  const headers = { ...SAFETY, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  return new Response(body, { status, headers })
}

function textResponse(body: string, type: string): Response {
  return new Response(body, { headers: { ...SAFETY, 'content-type': `${type}; charset=utf-8` } })
}

type SearchResult = {
  readonly slug: string
  readonly page: string
  readonly title: string
  readonly anchor: string
  readonly excerpt: string
}

/** Finds the sections that contain every word of the query in their heading, their text or the page title. */
export function searchDocs(pages: readonly Omit<BuiltPage, 'html'>[], query: string): SearchResult[] {
  const words = [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS)
  if (words.length === 0) return []
  const found = pages.flatMap((page) =>
    page.sections.flatMap((section) => {
      const weight = weigh(page.title, section, words)
      if (weight === 0) return []
      const { title, anchor } = section
      return [{ slug: page.slug, page: page.title, title, anchor, excerpt: excerptOf(section.text, words), weight }]
    }),
  )
  return found
    .sort((left, right) => right.weight - left.weight)
    .slice(0, MAX_RESULTS)
    .map(({ weight: _weight, ...rest }) => rest)
}

/** A word in a heading counts more than a word in the text. Returns 0 if a word is missing. */
function weigh(pageTitle: string, { title, text }: DocumentSection, words: readonly string[]): number {
  const heading = title.toLowerCase()
  const body = text.toLowerCase()
  const page = pageTitle.toLowerCase()
  let weight = 0
  for (const word of words) {
    if (heading === word) weight += 20
    else if (heading.includes(word)) weight += 10
    else if (body.includes(word)) weight += 1
    else if (page.includes(word)) weight += 0.5
    else return 0
  }
  return weight
}

function excerptOf(text: string, words: readonly string[]): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  const lower = flat.toLowerCase()
  const first = Math.max(0, Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0), flat.length))
  const from = first >= flat.length ? 0 : Math.max(0, first - EXCERPT_CHARACTERS / 3)
  const start = from === 0 ? 0 : flat.indexOf(' ', from) + 1
  const piece = flat.slice(start, start + EXCERPT_CHARACTERS)
  return `${start > 0 ? '… ' : ''}${piece}${start + EXCERPT_CHARACTERS < flat.length ? ' …' : ''}`
}

function resultsHtml(query: string, results: readonly SearchResult[]): string {
  if (results.length === 0)
    return html`<h1>No results for ${query}</h1><p>No section contains all of these words. Try fewer words.</p>`.html
  const rows = results.map(
    ({ slug, page, title, anchor, excerpt }) => html`<div class="found">
<p><a href="/docs/${slug}#${anchor}">${title}</a>${title === page ? html`` : html` <small>${page}</small>`}</p>
<p><small>${excerpt}</small></p></div>`,
  )
  return html`<h1>Results for ${query}</h1>${rows}`.html
}

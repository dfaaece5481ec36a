/** The documentation as the gateway serves it: every page, its Markdown, a search, with the reader's own address filled in. */

import { once } from '../../core/runtime/once.ts'
import { html } from './html.ts'
import { CONTENTS } from './contents.ts'
import { DOCS_POLICY, documentPage, foundPage, type ListedPage, missingPage } from '../../../../scripts/docs-site/layout.ts'
import { type DocumentSection, renderMarkdown } from '../../../../scripts/docs-site/markdown.ts'

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

export type SearchablePage = {
  readonly slug: string
  readonly title: string
  readonly sections: readonly DocumentSection[]
}

export type Found = {
  readonly slug: string
  readonly page: string
  readonly title: string
  readonly anchor: string
  readonly excerpt: string
}

const MOST_WORDS = 8
const MOST_FOUND = 30
const EXCERPT_CHARACTERS = 180

export function searchDocs(pages: readonly SearchablePage[], question: string): Found[] {
  const words = [...new Set(question.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, MOST_WORDS)
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
    .slice(0, MOST_FOUND)
    .map(({ weight: _weight, ...rest }) => rest)
}

/** A word in a title says more than one in the text; 0 when a word is missing. */
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

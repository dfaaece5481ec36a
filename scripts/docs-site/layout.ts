/** The HTML layout of documentation pages: contents, search form, page. */

import { CONTENTS } from '../../server/src/control/docs/contents.ts'
import { SEARCH_QUERY, SEARCH_RESULTS } from '../../server/src/control/docs/docs-site.ts'
import { type Html, html } from '../../server/src/control/docs/html.ts'
import type { RenderedDocument } from './markdown.ts'
import { DOCS_SCRIPT, SCRIPT_SOURCE, THEME_SCRIPT } from './script.ts'
import { searchForm, siteHeader } from './site-header.ts'
import { DOCS_STYLE, FONT } from './style.ts'

/** Allows only the inline style sheet, the inline script, the font and the search form. */
export const DOCS_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${new Bun.CryptoHasher('sha256').update(DOCS_STYLE).digest('base64')}'`,
  `script-src ${SCRIPT_SOURCE}`,
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export type ListedPage = { readonly slug: string; readonly document: RenderedDocument }

export function documentPage(page: ListedPage, pages: readonly ListedPage[]): string {
  const at = pages.indexOf(page)
  const turn = (label: string, to: ListedPage | undefined) =>
    to === undefined ? html`` : html`<a href="/docs/${to.slug}"><small>${label}</small> ${to.document.title}</a>`
  const footer = html`<footer><div class="turn">${turn('Previous', pages[at - 1])}${turn('Next', pages[at + 1])}</div>
<a href="/docs/${page.slug}.md">This page as Markdown</a></footer>`
  return frame(page.document.title, html`${page.document.body}${footer}`, pages, { slug: page.slug })
}

/** The gateway fills in the query and its results. */
export function searchPage(pages: readonly ListedPage[]): string {
  return frame('Search', { html: SEARCH_RESULTS }, pages, { query: SEARCH_QUERY })
}

export function notFoundPage(pages: readonly ListedPage[]): string {
  const body = html`<h1>Page not found</h1><p>There is no page at this address. The contents list every page.</p>`
  return frame('Page not found', body, pages, {})
}

type Current = { readonly slug?: string; readonly query?: string }

function frame(title: string, main: Html, pages: readonly ListedPage[], current: Current): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Gatehouse</title>
<meta name="description" content="${title}: documentation of Gatehouse, a self-hosted gateway for AI requests.">
<link rel="preload" href="/assets/${FONT}" as="font" type="font/woff2" crossorigin>
<style>${{ html: DOCS_STYLE }}</style>
<script>${{ html: THEME_SCRIPT }}</script>
</head>
<body>
${siteHeader(searchForm(current.query))}
<div class="page">
<main id="main">
${main}
</main>
${onThisPage(pages.find(({ slug }) => slug === current.slug))}
<nav id="contents" popover aria-label="Documentation">
${CONTENTS.map((group) => contentsGroup(group.title, group.pages, pages, current.slug))}
<p><a href="/llms.txt">llms.txt</a></p>
</nav>
</div>
<script>${{ html: DOCS_SCRIPT }}</script>
</body>
</html>
`.html
}

function contentsGroup(title: string, slugs: readonly string[], pages: readonly ListedPage[], current?: string): Html {
  const own = pages.filter(({ slug }) => slugs.includes(slug))
  const rows = own.map((page) => contentsRow(page, page.slug === current))
  const reference = title === 'Reference' ? html`<li><a href="/docs/api">Admin API</a></li>` : html``
  return own.length === 0 ? html`` : html`<h2>${title}</h2><ul>${rows}${reference}</ul>`
}

/** Lists the sections of the current page too: narrow screens have no column for them. */
function contentsRow({ slug, document }: ListedPage, isCurrent: boolean): Html {
  if (!isCurrent) return html`<li><a href="/docs/${slug}">${document.title}</a></li>`
  return html`<li><a href="/docs/${slug}" aria-current="page">${document.title}</a>${sectionList(document)}</li>`
}

function onThisPage(page: ListedPage | undefined): Html {
  const list = page === undefined ? html`` : sectionList(page.document)
  return list.html === '' ? html`` : html`<aside aria-label="On this page"><h2>On this page</h2>${list}</aside>`
}

function sectionList({ headings }: RenderedDocument): Html {
  const sections = headings.filter(({ level }) => level === 2)
  const links = sections.map(({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a></li>`)
  return links.length === 0 ? html`` : html`<ul>${links}</ul>`
}

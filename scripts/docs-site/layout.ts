/** The HTML layout of documentation pages: contents, search form, page. */

import { CONTENTS } from '../../server/src/control/docs/contents.ts'
import { SEARCH_QUERY, SEARCH_RESULTS } from '../../server/src/control/docs/docs-site.ts'
import { type Html, html } from '../../server/src/control/docs/html.ts'
import type { RenderedDocument } from './markdown.ts'
import { DOCS_SCRIPT, SCRIPT_SOURCE } from './script.ts'
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
  const next = pages[pages.indexOf(page) + 1]
  const onward = next === undefined ? html`` : html`Next: <a href="/docs/${next.slug}">${next.document.title}</a> · `
  const footer = html`<footer>${onward}<a href="/docs/${page.slug}.md">This page as Markdown</a></footer>`
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
</head>
<body>
<div class="page">
<a class="to-contents" href="#contents">Contents and search</a>
<main>
${main}
</main>
<nav id="contents" aria-label="Documentation">
<p class="home"><a href="/">← Dashboard</a></p>
<p class="title"><a href="/docs">Gatehouse documentation</a></p>
<form role="search" action="/docs" method="get">
<input type="search" name="q" aria-label="Search the documentation" placeholder="Search" maxlength="100" value="${current.query ?? ''}">
<button>Search</button></form>
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

/** Lists the sections of the current page too. */
function contentsRow({ slug, document }: ListedPage, isCurrent: boolean): Html {
  if (!isCurrent) return html`<li><a href="/docs/${slug}">${document.title}</a></li>`
  const sections = document.headings.filter(({ level }) => level === 2)
  const links = sections.map(({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a></li>`)
  const list = links.length === 0 ? html`` : html`<ul>${links}</ul>`
  return html`<li><a href="/docs/${slug}" aria-current="page">${document.title}</a>${list}</li>`
}

/** The bar above every page: contents button on narrow screens, name, search, and a link to the dashboard. */

import { type Html, html } from '../../server/src/control/docs/html.ts'

const MARK = {
  html: '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M2 18V6l3-2.5L8 6v2.5h4V6l3-2.5L18 6v12M7 18v-4.5a3 3 0 0 1 6 0V18M1 18h18"/></svg>',
}

/** The button opens the page's `nav`, whose id must be `contents`, as a popover on narrow screens. */
export function siteHeader(search: Html): Html {
  return html`<a class="skip" href="#main">Skip to content</a>
<header>
<button type="button" class="menu" popovertarget="contents">Contents</button>
<a class="brand" href="/docs" aria-label="Gatehouse docs">${MARK}<b>Gatehouse</b> <span>docs</span></a>
${search}
<a class="back" href="/">Dashboard</a>
</header>`
}

export function searchForm(query = ''): Html {
  return html`<form role="search" action="/docs" method="get">
<input type="search" name="q" aria-label="Search the documentation" placeholder="Search" maxlength="100" value="${query}">
</form>`
}

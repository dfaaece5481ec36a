/** Renders the OpenAPI document as one HTML page. */

import { type Html, html, prose } from '../../server/src/control/docs/html.ts'
import type { OpenapiDocument } from '../../server/src/control/openapi/document.ts'
import { type DescribedOperation, operationSection } from './operation-section.ts'
import { type Resolve, type Schema, schemaList } from './schema-list.ts'
import { DOCS_SCRIPT, SCRIPT_SOURCE, THEME_SCRIPT } from './script.ts'
import { searchForm, siteHeader } from './site-header.ts'
import { FONT, STYLE } from './style.ts'

type Entry = { readonly method: string; readonly path: string; readonly operation: DescribedOperation }

/** Allows only the inline style sheet, the inline scripts, the font and the search form. */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${new Bun.CryptoHasher('sha256').update(STYLE).digest('base64')}'`,
  `script-src ${SCRIPT_SOURCE}`,
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** `baseUrl` is the gateway address without /v1, used in examples. */
export function referencePage(document: OpenapiDocument, baseUrl: string): string {
  const resolve: Resolve = (reference) => lookUp(document, reference)
  const entries = entriesOf(document)
  const groups = document.tags.map((tag) => ({
    ...tag,
    entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
  const navigation = groups.map(({ name, entries: own }) => html`<h2>${titleOf(name)}</h2><ul>${own.map(linkTo)}</ul>`)
  const sections = groups.map(
    ({ name, description, entries: own }) => html`<h2 id="${name}">${titleOf(name)}</h2><p>${description}</p>
${own.map(({ operation, ...route }) => operationSection(operation, { ...route, baseUrl }, resolve))}`,
  )
  const { title, version, description } = document.info
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} ${version}</title>
<meta name="description" content="API reference of Gatehouse, a self-hosted gateway for AI requests.">
<link rel="preload" href="/assets/${FONT}" as="font" type="font/woff2" crossorigin>
<style>${{ html: STYLE }}</style>
<script>${{ html: THEME_SCRIPT }}</script>
</head>
<body>
${siteHeader(searchForm())}
<div class="page">
<nav id="contents" popover aria-label="Operations">${navigation}<h2>Errors</h2><ul><li><a href="#errors">Error format</a></li></ul></nav>
<main id="main">
<h1>${title} <small>${version}</small></h1>
${prose(description)}
<p>OpenAPI document: <a href="/openapi.json">openapi.json</a>.</p>
${sections}
<h2 id="errors">Errors</h2>
<p>All errors have this format.</p>
${schemaList({ $ref: '#/components/schemas/Error' }, resolve)}
</main>
</div>
<script>${{ html: DOCS_SCRIPT }}</script>
</body>
</html>
`.html
}

function entriesOf(document: OpenapiDocument): Entry[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: operation as DescribedOperation,
    })),
  )
}

function linkTo({ operation }: Entry): Html {
  return html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`
}

function titleOf(tag: string): string {
  const words = tag.replaceAll('-', ' ').replace(/\bapi\b/, 'API')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** All references in the document have the form `#/components/schemas/Error`. */
function lookUp(document: OpenapiDocument, reference: string): Schema {
  const [group = '', name = ''] = reference.split('/').slice(2)
  return (document.components[group]?.[name] ?? {}) as Schema
}

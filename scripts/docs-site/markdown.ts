/** Renders the subset of Markdown that docs/ uses. All text is escaped; raw HTML is not supported. */

import type { DocumentSection } from '../../server/src/control/docs/docs-site.ts'
import { type Html, html } from '../../server/src/control/docs/html.ts'

const TOKEN =
  /\\([\\`*_[\]|])|`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|\[((?:`[^`]*`|[^\]`])+)\]\(([^)\s]+)\)/g

function inlineMarkdown(text: string): Html[] {
  const parts: Html[] = []
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) parts.push(html`${text.slice(end, match.index)}`)
    parts.push(inlinePart(match))
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push(html`${text.slice(end)}`)
  return parts
}

/** The text without markup, for anchors and search. */
function plainText(text: string): string {
  return text.replace(TOKEN, (_whole, escaped, code, strong, emphasis, label) => {
    const words: string = strong ?? emphasis ?? label ?? ''
    return escaped ?? code ?? plainText(words)
  })
}

function inlinePart([, escaped, code, strong, emphasis, label, address]: RegExpExecArray): Html {
  if (escaped !== undefined) return html`${escaped}`
  if (code !== undefined) return html`<code>${code}</code>`
  if (strong !== undefined) return html`<strong>${inlineMarkdown(strong)}</strong>`
  if (emphasis !== undefined) return html`<em>${inlineMarkdown(emphasis)}</em>`
  const inner = inlineMarkdown(label ?? '')
  const target = linkTarget(address ?? '')
  return target === null ? html`${inner}` : html`<a href="${target}">${inner}</a>`
}

/** Null for files outside docs/, which are not served, and for unsafe schemes. */
function linkTarget(address: string): string | null {
  const [, page, anchor = ''] = /^((?:[a-z0-9-]+\/)?[a-z0-9-]+)\.md(#[^/]*)?$/.exec(address) ?? []
  if (page !== undefined) return `/docs/${page}${anchor}`
  return /^(https?:\/\/|#|\/(?!\/))/.test(address) ? address : null
}

export type RenderedDocument = {
  readonly title: string
  readonly body: Html
  readonly headings: readonly { readonly level: number; readonly title: string; readonly anchor: string }[]
  readonly sections: readonly DocumentSection[]
}

type Heading = RenderedDocument['headings'][number]

/** A comment on its own line is not rendered. */
const COMMENT = /^<!--.*-->$/
const FENCE = /^```([a-z]*)/
const HEADING = /^(#{1,4}) (.+)$/
const LIST_ITEM = /^(-|\d+\.) (.*)$/

export function renderMarkdown(text: string): RenderedDocument {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const parts: Html[] = []
  const headings: Heading[] = []
  const sections: { title: string; anchor: string; text: string }[] = []
  const anchors = new Set<string>()
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const [, marks, title] = HEADING.exec(line) ?? []
    if (marks !== undefined && title !== undefined) {
      const heading = { level: marks.length, title: plainText(title), anchor: freeAnchor(plainText(title), anchors) }
      parts.push(headingPart(heading, inlineMarkdown(title)))
      headings.push(heading)
      sections.push({ title: heading.title, anchor: heading.anchor, text: '' })
      at++
      continue
    }
    const end = blockEnd(lines, at)
    const block = lines.slice(at, end)
    const section = sections.at(-1)
    if (section !== undefined) section.text += `${block.map(plainLine).join(' ')} `
    parts.push(blockPart(block))
    at = end
  }
  return { title: headings[0]?.title ?? '', body: html`${parts}`, headings, sections }
}

/** Index of the first line after the block. */
function blockEnd(lines: readonly string[], start: number): number {
  const first = lines[start] ?? ''
  let at = start + 1
  if (FENCE.test(first)) {
    while (at < lines.length && !(lines[at] ?? '').startsWith('```')) at++
    return Math.min(at + 1, lines.length)
  }
  while (at < lines.length && continues(first, lines[at] ?? '')) at++
  return at
}

function continues(first: string, line: string): boolean {
  if (first.trim() === '' || COMMENT.test(first) || line.trim() === '' || HEADING.test(line) || FENCE.test(line))
    return false
  if (first.startsWith('|')) return line.startsWith('|')
  return LIST_ITEM.test(first) || (!line.startsWith('|') && !LIST_ITEM.test(line))
}

function blockPart(block: readonly string[]): Html {
  const first = block[0] ?? ''
  if (first.trim() === '' || COMMENT.test(first)) return html``
  if (FENCE.test(first)) {
    const isClosed = block.length > 1 && block.at(-1)?.startsWith('```')
    const [, language = ''] = FENCE.exec(first) ?? []
    return html`<pre tabindex="0" class="language-${language || 'text'}"><code>${block.slice(1, isClosed ? -1 : undefined).join('\n')}</code></pre>`
  }
  if (first.startsWith('|')) return tablePart(block)
  if (LIST_ITEM.test(first)) return listPart(block)
  return html`<p>${inlineMarkdown(block.join('\n'))}</p>`
}

function headingPart({ level, anchor }: Heading, inner: readonly Html[]): Html {
  if (level === 1) return html`<h1 id="${anchor}">${inner}</h1>`
  const tag = { html: `h${level}` }
  return html`<${tag} id="${anchor}">${inner} <a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a></${tag}>`
}

function tablePart(block: readonly string[]): Html {
  const [head = [], , ...rows] = block.map(cellsOf)
  const headCells = head.map((cell) => html`<th scope="col">${inlineMarkdown(cell)}</th>`)
  const hasHead = head.some((cell) => cell !== '')
  const body = rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inlineMarkdown(cell)}</td>`)}</tr>`)
  return html`<div class="table" tabindex="0"><table>${hasHead ? html`<thead><tr>${headCells}</tr></thead>` : html``}<tbody>${body}</tbody></table></div>`
}

/** `\|` is a literal bar inside a cell. */
function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function listPart(block: readonly string[]): Html {
  const items: string[] = []
  for (const line of block) {
    const [, , text] = LIST_ITEM.exec(line) ?? []
    if (text !== undefined) items.push(text)
    else items.push(`${items.pop() ?? ''}\n${line.trim()}`)
  }
  const inner = items.map((item) => html`<li>${inlineMarkdown(item)}</li>`)
  return block[0]?.startsWith('-') ? html`<ul>${inner}</ul>` : html`<ol>${inner}</ol>`
}

function plainLine(line: string): string {
  return COMMENT.test(line) || FENCE.test(line) || /^\|[\s|:-]+$/.test(line)
    ? ''
    : plainText(line.replace(/^\||\|$/g, '').replaceAll('|', ' '))
}

/** The same anchors as GitHub, so that links work there too. */
function freeAnchor(title: string, taken: Set<string>): string {
  const base = title
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-')
  let anchor = base
  for (let i = 1; taken.has(anchor); i++) anchor = `${base}-${i}`
  taken.add(anchor)
  return anchor
}

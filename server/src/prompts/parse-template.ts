/** Parses Mustache templates into a tree. Errors name the line. */

import { GatewayError } from '../core/errors.ts'

const MAX_TEMPLATE_LENGTH = 1024 * 1024
const MAX_SECTIONS_DEEP = 32
const MAX_NAME_LENGTH = 256

/** `whole` is looked up first, because names can contain dots. An empty path is `.`, the current value. */
export type Name = { readonly whole: string; readonly path: readonly string[] }

export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: Name }
  | {
      readonly kind: 'section'
      readonly name: Name
      readonly isInverted: boolean
      readonly nodes: readonly TemplateNode[]
    }
  /** `reference`: `slug`, `slug@5` or `slug@latest`. */
  | { readonly kind: 'partial'; readonly reference: string }
  /** The variable contains the reference. */
  | { readonly kind: 'chosen_partial'; readonly name: Name }

export type Template = { readonly nodes: readonly TemplateNode[] }

type OpenSection = { readonly name: string; readonly sign: string; readonly at: number; readonly nodes: TemplateNode[] }

export function parseTemplate(source: string): Template {
  if (source.length > MAX_TEMPLATE_LENGTH)
    throw invalid(`The template is longer than ${MAX_TEMPLATE_LENGTH} characters.`)
  return new Parser(source).parse()
}

class Parser {
  readonly #root: TemplateNode[] = []
  readonly #open: OpenSection[] = []

  constructor(private readonly source: string) {}

  parse(): Template {
    let at = 0
    for (;;) {
      const start = this.source.indexOf('{{', at)
      if (start < 0) break
      at = this.#readTag(at, start)
    }
    this.#addText(this.source.slice(at))
    const left = this.#open.at(-1)
    if (left) throw this.#wrong(left.at, `{{${left.sign}${left.name}}} is never closed with {{/${left.name}}}`)
    return { nodes: this.#root }
  }

  /** Returns the offset at which the text continues after the tag. */
  #readTag(textStart: number, start: number): number {
    const isTriple = this.source[start + 2] === '{'
    const closing = isTriple ? '}}}' : '}}'
    const inner = start + closing.length
    const end = this.source.indexOf(closing, inner)
    const content = end < 0 ? '' : this.source.slice(inner, end)
    const isComment = !isTriple && content.startsWith('!')
    if (end < 0 || (!isComment && content.includes('{{'))) throw this.#wrong(start, 'the tag is never closed')
    const behind = end + closing.length
    const sign = isTriple ? '&' : (/^\s*([#^/!>&=])/.exec(content)?.[1] ?? '')
    const line = '#^/!'.includes(sign) && sign !== '' ? this.#lineAround(start, behind) : null
    this.#addText(this.source.slice(textStart, line?.start ?? start))
    const name = isTriple ? content : content.slice(content.indexOf(sign) + sign.length)
    this.#take(sign, name.trim(), start)
    return line?.end ?? behind
  }

  #take(sign: string, name: string, at: number): void {
    if (sign === '!') return
    if (sign === '=') throw this.#wrong(at, 'tags that change the delimiters are not supported')
    if (name === '' || name.length > MAX_NAME_LENGTH || /[{}\n\r]/.test(name))
      throw this.#wrong(at, `the tag needs a name of 1 to ${MAX_NAME_LENGTH} characters without braces and line breaks`)
    if (sign === '#' || sign === '^') return this.#openSection(sign, name, at)
    if (sign === '/') return this.#closeSection(name, at)
    if (sign !== '>') return this.#add({ kind: 'value', name: nameOf(name) })
    if (name.startsWith('>')) return this.#add({ kind: 'chosen_partial', name: nameOf(name.slice(1).trim()) })
    this.#add({ kind: 'partial', reference: name })
  }

  #openSection(sign: string, name: string, at: number): void {
    if (this.#open.length >= MAX_SECTIONS_DEEP)
      throw this.#wrong(at, `sections are nested more than ${MAX_SECTIONS_DEEP} deep`)
    const nodes: TemplateNode[] = []
    this.#add({ kind: 'section', name: nameOf(name), isInverted: sign === '^', nodes })
    this.#open.push({ name, sign, at, nodes })
  }

  #closeSection(name: string, at: number): void {
    const open = this.#open.pop()
    if (!open) throw this.#wrong(at, `{{/${name}}} closes nothing`)
    if (open.name !== name) throw this.#wrong(at, `{{/${name}}} does not match the open {{${open.sign}${open.name}}}`)
  }

  /** The bounds of the line if it contains only the tag; the whole line is then removed, as Mustache specifies. */
  #lineAround(tagStart: number, tagEnd: number): { start: number; end: number } | null {
    let start = tagStart
    while (isBlank(this.source[start - 1])) start--
    if (start > 0 && this.source[start - 1] !== '\n') return null
    let end = tagEnd
    while (isBlank(this.source[end])) end++
    if (this.source[end] === '\r') end++
    if (end < this.source.length && this.source[end] !== '\n') return null
    return { start, end: Math.min(end + 1, this.source.length) }
  }

  #addText(text: string): void {
    if (text !== '') this.#add({ kind: 'text', text })
  }

  #add(node: TemplateNode): void {
    const into = this.#open.at(-1)?.nodes ?? this.#root
    into.push(node)
  }

  #wrong(at: number, what: string): GatewayError {
    let line = 1
    for (let i = this.source.indexOf('\n'); i >= 0 && i < at; i = this.source.indexOf('\n', i + 1)) line++
    const near = JSON.stringify(this.source.slice(at, at + 40).toWellFormed())
    return invalid(`Line ${line} of the template, at ${near}: ${what}.`)
  }
}

function nameOf(text: string): Name {
  return { whole: text, path: text === '.' ? [] : text.split('.') }
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}

function invalid(message: string): GatewayError {
  return new GatewayError('template_invalid', { param: 'string', message })
}

/** Finds the sections of the documentation that hold every word of a question. */

import type { DocumentSection } from './markdown.ts'

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

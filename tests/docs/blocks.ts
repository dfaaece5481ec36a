/** Finds the code blocks of the documents, with their language and marks (`no-run`, `config`, `file=path`). */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dir, '..', '..')

export type Block = {
  readonly document: string
  readonly line: number
  readonly language: string
  readonly marks: readonly string[]
  readonly code: string
}

export const DOCUMENTS: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...['docs', 'docs/clients'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => `${folder}/${name}`),
  ),
]

export function textOf(document: string): string {
  return readFileSync(join(ROOT, document), 'utf8')
}

export function blocksOf(document: string): Block[] {
  const text = textOf(document)
  return [...text.matchAll(/^```([^\n]*)\n([\s\S]*?)^```/gm)].map(({ index, 1: head = '', 2: code = '' }) => {
    const [language = '', ...marks] = head.trim().split(' ')
    return { document, line: text.slice(0, index).split('\n').length, language, marks, code }
  })
}

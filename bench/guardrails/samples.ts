/** Reads the labelled samples, and collects harmless texts from packages and pages of this project. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Labelled } from './score.ts'

export type LabelledText = { readonly text: string; readonly spans: readonly Labelled[] }
export type Injection = { readonly text: string; readonly variant: string; readonly type: string }

const PROJECT = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** The folder from the command line or GATEHOUSE_SAMPLES; null if it is not given or does not exist. */
export function samplesFolder(): string | null {
  const named = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? process.env.GATEHOUSE_SAMPLES
  return named !== undefined && existsSync(named) ? named : null
}

export function readSamples<T>(folder: string, name: string): readonly T[] {
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as readonly T[]
}

/** Sentences of the package nlp-corpus: films, newspapers, e-mails, resolutions, quiz questions. */
export function harmlessSentences(): readonly string[] {
  const folder = join(PROJECT, 'node_modules/nlp-corpus/builds')
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as readonly string[])
}

/** The paragraphs of this project's documentation: prose about keys, tokens, prompts and addresses. */
export function documentation(): readonly string[] {
  const folder = join(PROJECT, 'docs')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n\n'))
}

/** Joins texts into pieces of about `size` characters. */
export function joined(texts: readonly string[], size: number): readonly string[] {
  const pieces: string[] = []
  let piece = ''
  for (const text of texts) {
    piece += `${text}\n`
    if (piece.length < size) continue
    pieces.push(piece)
    piece = ''
  }
  return pieces
}

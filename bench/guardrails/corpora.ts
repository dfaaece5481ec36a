/** Texts of several kinds, joined into messages of about 4,000 characters, for CPU measurements. */

import { documentation, harmlessSentences, type Injection, joined, type LabelledText, readSamples } from './samples.ts'

export type Corpus = { readonly name: string; readonly texts: readonly string[] }

const SIZE = 4000

/** Without a folder of samples, only the first two corpora. */
export function corpora(folder: string | null): readonly Corpus[] {
  const own = [
    { name: 'prose', texts: joined(harmlessSentences().slice(0, 12_000), SIZE).slice(0, 120) },
    { name: 'docs', texts: joined(documentation(), SIZE) },
  ]
  if (folder === null) return own
  const textsIn = (name: string) => readSamples<LabelledText | Injection>(folder, name).map(({ text }) => text)
  return [
    ...own,
    { name: 'labelled', texts: joined(textsIn('pii-labelled.json'), SIZE) },
    { name: 'injections', texts: joined(textsIn('prompt-injections.json'), SIZE) },
  ]
}

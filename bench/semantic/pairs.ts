/** The labelled pairs. `paraphrase`: one response answers both questions. Any other kind: they need different ones. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Pair = {
  readonly file: string
  readonly kind: string
  readonly one: string
  readonly other: string
  readonly isSame: boolean
}

export function readPairs(): readonly Pair[] {
  const folder = join(import.meta.dir, 'pairs')
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const lines = readFileSync(join(folder, name), 'utf8').trim().split('\n')
      return lines.map((line) => {
        const [kind = '', one = '', other = ''] = line.split('\t')
        return { file: name.replace('.tsv', ''), kind, one, other, isSame: kind === 'paraphrase' }
      })
    })
}

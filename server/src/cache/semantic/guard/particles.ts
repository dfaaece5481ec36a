/** Rejoins German separable verbs: `schalte ... ein` becomes `einschalten`, so `ein` is not read as an article. */

import type { Token } from './tokens.ts'

const PARTICLES: ReadonlySet<string> = new Set(
  'ein aus an ab auf zu vor nach mit weg um los her hin zuruck bei fest fort durch uber unter'.split(' '),
)
const WHOLE = /^(zuruck|ein|aus|an|ab|auf|vor|nach|mit|weg|um|zu)((?:zu)?)([a-z]{4,}en)$/

export function particles(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token, i) => {
    const next = tokens[i + 1]
    const isLast = next === undefined || next.kind === 'stop'
    if (i > 1 && isLast && PARTICLES.has(token.text)) return [{ ...token, text: `(${token.text})` }]
    const parts = token.isCapital ? null : WHOLE.exec(token.text)
    if (!parts) return [token]
    return [
      { ...token, text: parts[3] ?? '' },
      { ...token, text: `(${parts[1]})` },
    ]
  })
}

/** Counts tokens as OpenAI's models do; other makers' are close to it. */

import type { countTokens as count } from 'gpt-tokenizer/encoding/o200k_base'

type Encoding = 'o200k_base' | 'cl100k_base'

/** Before gpt-4o; embeddings too. */
const OLDER = /(?:^|\/)(?:gpt-3\.5|gpt-4(?![.o])|gpt-35|text-embedding-|davinci-002|babbage-002)/

/** A run without a break costs the square of its length; longer ones are cut, which moves a token or two. */
const MAX_RUN = 64
const LONG_RUN = new RegExp(`[^\\s]{${MAX_RUN}}|\\s{${MAX_RUN}}`, 'gu')
/** In short pieces the counter stays quick, and can stop in between. */
const PIECE_LENGTH = 16_384
/** Words whose tokens are kept in mind. */
const MOST_REMEMBERED = 20_000

const loaded = new Map<Encoding, typeof count>()

function encodingOf(model: string): Encoding {
  return OLDER.test(model) ? 'cl100k_base' : 'o200k_base'
}

/** Loaded when it is first needed: 40 MB and most of a second. */
async function counterOf(encoding: Encoding): Promise<typeof count> {
  const known = loaded.get(encoding)
  if (known) return known
  const { countTokens, setMergeCacheSize } =
    encoding === 'o200k_base'
      ? await import('gpt-tokenizer/encoding/o200k_base')
      : await import('gpt-tokenizer/encoding/cl100k_base')
  setMergeCacheSize(MOST_REMEMBERED)
  loaded.set(encoding, countTokens)
  return countTokens
}

export async function loadTokens(model: string): Promise<void> {
  await counterOf(encodingOf(model))
}

export async function countTokens(text: string, model: string): Promise<number> {
  const count = await counterOf(encodingOf(model))
  let tokens = 0
  for (let at = 0; at < text.length; ) {
    const end = breakAfter(text, at + PIECE_LENGTH)
    tokens += countPiece(text.slice(at, end), count)
    at = end
  }
  return tokens
}

/** Special tokens in a text are text: nobody's prompt may end a count. */
function countPiece(piece: string, counter: typeof count): number {
  let tokens = 0
  let at = 0
  for (const { index, 0: run } of piece.matchAll(LONG_RUN)) {
    const end = index + run.length
    tokens += counter(piece.slice(at, end), { disallowedSpecial: NOTHING })
    at = end
  }
  return tokens + (at < piece.length ? counter(piece.slice(at), { disallowedSpecial: NOTHING }) : 0)
}

const NOTHING: ReadonlySet<string> & Set<string> = new Set<string>()

/** The end of a line or word near the place, else the place itself, never between two halves of a character. */
function breakAfter(text: string, at: number): number {
  if (at >= text.length) return text.length
  const space = text.lastIndexOf(' ', at)
  if (space > at - 1_000) return space
  const isSplit = (text.charCodeAt(at) & 0xfc00) === 0xdc00
  return isSplit ? at + 1 : at
}

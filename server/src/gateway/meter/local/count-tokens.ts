/** Counts tokens with OpenAI's tokenizers. The tokenizers of other providers give similar counts. */

import type { countTokens as count } from 'gpt-tokenizer/encoding/o200k_base'

type Encoding = 'o200k_base' | 'cl100k_base'

/** Models before gpt-4o, and embedding models. */
const OLDER = /(?:^|\/)(?:gpt-3\.5|gpt-4(?![.o])|gpt-35|text-embedding-|davinci-002|babbage-002)/

/**
 * The tokenizer's time for a run of characters without a break is quadratic in its length. Longer runs are cut, which
 * changes the count by one or two.
 */
const MAX_RUN = 64
const LONG_RUN = new RegExp(`[^\\s]{${MAX_RUN}}|\\s{${MAX_RUN}}`, 'gu')
/** The text is counted in pieces: the tokenizer is slow on long inputs. */
const PIECE_LENGTH = 16_384
/** The number of words in the tokenizer's cache. */
const MAX_CACHED_WORDS = 20_000

const loaded = new Map<Encoding, typeof count>()

function encodingOf(model: string): Encoding {
  return OLDER.test(model) ? 'cl100k_base' : 'o200k_base'
}

/** Loaded on first use, because it takes 40 MB and most of a second. */
async function counterOf(encoding: Encoding): Promise<typeof count> {
  const known = loaded.get(encoding)
  if (known) return known
  const { countTokens, setMergeCacheSize } =
    encoding === 'o200k_base'
      ? await import('gpt-tokenizer/encoding/o200k_base')
      : await import('gpt-tokenizer/encoding/cl100k_base')
  setMergeCacheSize(MAX_CACHED_WORDS)
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

/** Special tokens in a text count as text. By default, the tokenizer throws on them. */
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

/** The last space before `at` if it is near, else `at`. Never splits a surrogate pair. */
function breakAfter(text: string, at: number): number {
  if (at >= text.length) return text.length
  const space = text.lastIndexOf(' ', at)
  if (space > at - 1_000) return space
  const isSplit = (text.charCodeAt(at) & 0xfc00) === 0xdc00
  return isSplit ? at + 1 : at
}

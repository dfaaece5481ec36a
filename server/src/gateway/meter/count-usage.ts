/** What an answered call consumed: as the provider told it, else as the request shows it. */

import { NO_USAGE, type Usage, usageFrom } from '../../core/usage.ts'
import type { Capture } from '../answer/capture.ts'
import { readUsage } from '../answer/read-usage.ts'
import type { Exchange } from '../exchange.ts'

export function countUsage(exchange: Exchange, answer: Capture): Usage | null {
  const told = hiddenUsageOf(exchange) ?? readUsage(answer.head(), answer.tail())
  switch (exchange.incoming.endpoint.name) {
    case 'embeddings':
      // Some providers do not count embeddings; the 0 their answers carry for the clients' sake is not a count.
      return told?.totalTokens === 0 ? null : told
    case 'audio.speech':
      return { ...(told ?? NO_USAGE), characters: charactersIn(exchange.params?.['input']) }
    case 'images.generations':
    case 'images.edits':
      return { ...(told ?? NO_USAGE), images: imagesAsked(exchange.params?.['n']) }
    default:
      return told
  }
}

function hiddenUsageOf({ hiddenUsage }: Exchange): Usage | null {
  return typeof hiddenUsage === 'object' && hiddenUsage !== null
    ? usageFrom(hiddenUsage as Record<string, unknown>)
    : null
}

/** A pair of surrogates is one character. */
function charactersIn(text: unknown): number | null {
  if (typeof text !== 'string') return null
  let count = text.length
  for (let i = 1; i < text.length; i++) {
    if (isSurrogate(text, i, 0xdc00) && isSurrogate(text, i - 1, 0xd800)) count--
  }
  return count
}

function isSurrogate(text: string, at: number, first: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === first
}

/** One, unless the request says how many; in a form it says so in letters. */
function imagesAsked(n: unknown): number | null {
  if (n === undefined || n === null) return 1
  const count = typeof n === 'string' ? Number(n) : n
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : null
}

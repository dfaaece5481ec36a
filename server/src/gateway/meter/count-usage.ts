/** What an answered call consumed: as the provider told it, else as the request shows it. */

import { isObject, type OnFlaw } from '../../core/money/usage-counts.ts'
import { NO_USAGE, type Usage, usageFrom } from '../../core/usage.ts'
import type { Capture } from '../answer/capture.ts'
import { readUsage } from '../answer/read-usage.ts'
import { TranslatedUsage } from '../call/stream-usage.ts'
import type { Exchange } from '../exchange.ts'
import { charactersIn } from './request-texts.ts'

const LENGTH_WITHIN_BYTES = 4_096

export function countUsage(exchange: Exchange, answer: Capture): Usage | null {
  const onFlaw = (flaw: string) => exchange.warn(`usage: the provider’s ${flaw}.`)
  const told = toldUsage(exchange, answer, onFlaw)
  switch (exchange.incoming.endpoint.name) {
    case 'embeddings':
      // Some providers do not count embeddings; the 0 their answers carry for the clients' sake is not a count.
      return told?.totalTokens === 0 ? null : told
    case 'audio.transcriptions':
    case 'audio.translations':
      return told?.audioSeconds == null && told?.inputTokens == null ? lengthOf(answer, told) : told
    case 'audio.speech':
      return { ...(told ?? NO_USAGE), characters: inputCharacters(exchange) }
    case 'images.generations':
    case 'images.edits':
      return {
        ...(told ?? NO_USAGE),
        // All that such a model puts out is pictures; few say so.
        imageOutputTokens: told?.imageOutputTokens ?? told?.outputTokens ?? null,
        images: imagesAsked(exchange.params?.['n']),
      }
    default:
      return told
  }
}

/** The usage in a translated response is our own text (Messages need a count in their first event), so it is never read. */
function toldUsage({ hiddenUsage }: Exchange, answer: Capture, onFlaw: OnFlaw): Usage | null {
  if (hiddenUsage instanceof TranslatedUsage) return hiddenUsage.counted && usageFrom(hiddenUsage.counted, onFlaw)
  const hidden = isObject(hiddenUsage) ? usageFrom(hiddenUsage, onFlaw) : null
  return hidden ?? readUsage(answer.head(), answer.tail(), onFlaw)
}

function inputCharacters({ facts, params }: Exchange): number | null {
  return facts ? facts.inputCharacters : charactersIn(params?.['input'])
}

/** Whisper's longer answers tell how long the sound is, some only there. */
function lengthOf(answer: Capture, told: Usage | null): Usage | null {
  const start = answer.head().toString('latin1', 0, LENGTH_WITHIN_BYTES)
  const seconds = Number(/"duration"\s*:\s*"?(\d{1,7}(?:\.\d{1,9})?)\b/.exec(start)?.[1])
  return Number.isNaN(seconds) ? told : { ...(told ?? NO_USAGE), audioSeconds: Math.ceil(seconds) }
}

/** One, unless the request says how many; in a form it says so in letters. */
function imagesAsked(n: unknown): number | null {
  if (n === undefined || n === null) return 1
  const count = typeof n === 'string' ? Number(n) : n
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : null
}

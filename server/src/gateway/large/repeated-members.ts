/** The members of a request that a translated answer repeats. */

import type { JsonObject } from '../../core/body/json-text.ts'
import type { Translation } from '../attempt/translation.ts'
import { isUpTo } from './body-facts.ts'

/** The tools of a coding agent are 50 KiB; more than this takes the main thread longer than it may. */
const MAX_REPEATED_SIZE = 256 * 1024

/** Read by the answers of embeddings and of the Messages format. */
const OF_ANY_ANSWER = ['model', 'encoding_format', 'stream', 'stream_options'] as const

/** Null when they are too large for the main thread: then the answer is translated by a worker, with the whole request. */
export function repeatedMembers({ inbound }: Translation, params: JsonObject): JsonObject | null {
  const repeated: JsonObject = {}
  for (const name of inbound?.repeats ?? OF_ANY_ANSWER) {
    if (!Object.hasOwn(params, name)) continue
    repeated[name] = params[name]
  }
  return isUpTo(repeated, MAX_REPEATED_SIZE) ? repeated : null
}

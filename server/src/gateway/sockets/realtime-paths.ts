/** Recognises requests that create a client secret or a call of the Realtime API, however their path is written. */

import { plainPath } from '../../core/reserved-paths.ts'

/** Azure's preview API has `/realtimeapi/sessions`. */
const SECRETS = /\/realtime(?:api)?\/(?:client_secrets|sessions|transcription_sessions)$/i
const CALLS = /\/realtime\/calls$/i

/** A cheap test that rules out most paths. Escapes and unusual characters may hide the word, so they match too. */
const MAY_BE_REALTIME = /realtime|[^\w/.:@~-]/i

export type RealtimeObject = 'client_secret' | 'call'

/** What the provider creates at this path; null for every other path. */
export function realtimeObject(method: string, path: string): RealtimeObject | null {
  if (method !== 'POST' || !MAY_BE_REALTIME.test(path)) return null
  // The provider may normalise the path, or decode its slashes.
  const plain = plainPath(path.replace(/%2f/gi, '/'))
  if (SECRETS.test(plain)) return 'client_secret'
  return CALLS.test(plain) ? 'call' : null
}

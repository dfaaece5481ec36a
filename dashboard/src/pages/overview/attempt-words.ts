/** The attempts of a provider in a few words. A failure also counts if a retry or fallback recovered the request. */

import type { Tone } from '../../design/data/badge.tsx'
import { count, counted, percent } from '../../design/data/format.ts'
import type { ProviderAttempts } from './overview-data.ts'

const BAD_SHARE = 0.2

export function attemptTone({ attempts, failures, recovered }: ProviderAttempts): Tone {
  const failed = failures + recovered
  if (failed === 0) return 'ok'
  return failed / attempts > BAD_SHARE ? 'error' : 'warning'
}

/** `1,204 attempts, 3 % failed, 30 recovered`. */
export function attemptWords({ provider, attempts, failures, recovered }: ProviderAttempts): string {
  if (provider === '') return `${count(failures)} failed before a provider was called`
  const failed = failures + recovered
  return [
    counted(attempts, 'attempt'),
    ...(failed > 0 ? [`${percent(failed / attempts)} failed`] : []),
    ...(recovered > 0 ? [`${count(recovered)} recovered`] : []),
  ].join(', ')
}

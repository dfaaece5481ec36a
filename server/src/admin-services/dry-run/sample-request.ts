/** A minimal request for dry runs, and a workspace without guardrails. */

import { NO_GUARDRAILS } from '../../config/guardrails/compile-guardrails.ts'
import type { DryRequest } from '../../core/configs/config-examiner.ts'

export const WITHOUT_GUARDRAILS = { find: () => undefined, defaultsOf: () => NO_GUARDRAILS }

export const SAMPLE_REQUEST: DryRequest = {
  provider: null,
  virtualKey: null,
  hasCredential: false,
  customHost: null,
  timeoutMs: null,
  metadata: {},
  params: { model: 'gpt-4o' },
  headers: {},
  pathname: '/v1/chat/completions',
  stickyId: 'k',
  random: 0.5,
  outcomes: new Map(),
  circuits: new Map(),
  cacheHits: new Map(),
}

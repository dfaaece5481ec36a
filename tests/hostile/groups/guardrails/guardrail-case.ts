/** Configs with guardrails, and the expected outcomes of denials. */

import type { Expected } from '../../case.ts'

/** The text that the guardrails of these cases look for. */
export const WORD = 'zebra-falcon'

const TARGET = { provider: 'openai-compatible', custom_host: '%UPSTREAM%/v1', api_key: 'sk-upstream' }

export const NO_WORD = { 'default.contains': { words: [WORD], operator: 'none' }, deny: true }

export function guarded(guardrails: object): string {
  return JSON.stringify({ ...TARGET, ...guardrails })
}

/** Denied before anything was sent upstream. */
export const DENIED: Expected = { status: 446, upstreamContacted: false, hides: WORD }

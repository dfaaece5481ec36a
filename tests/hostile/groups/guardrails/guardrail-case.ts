/** Configs with guardrails, and what follows if one denies. */

import type { Expected } from '../../case.ts'

/** What the guardrails of these cases look for. */
export const WORD = 'zebra-falcon'

const TARGET = { provider: 'openai-compatible', custom_host: '%UPSTREAM%/v1', api_key: 'sk-upstream' }

export const NO_WORD = { 'default.contains': { words: [WORD], operator: 'none' }, deny: true }

export function guarded(guardrails: object): string {
  return JSON.stringify({ ...TARGET, ...guardrails })
}

/** Before anything was sent. */
export const DENIED: Expected = { status: 446, upstreamContacted: false, hides: WORD }

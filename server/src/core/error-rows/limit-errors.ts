/** Budgets and rate limits: 412 and 429, and what a budget cannot allow for want of a price. */

import { type ErrorRow, INVALID } from './error-row.ts'

export const LIMIT_ERRORS = {
  budget_exhausted: {
    status: 412,
    type: 'budget_error',
    message: 'The budget has no room for this request.',
    hint: 'Wait until the budget resets, raise it, or start it anew with "reset_usage": true.',
    retry: false,
  },
  rate_limited: {
    status: 429,
    type: 'rate_limit_error',
    message: 'The rate limit is reached.',
    hint: 'Repeat the call after Retry-After, or raise the limit.',
  },
  price_unknown: {
    status: 400,
    type: INVALID,
    message: 'A budget applies, and what this request would cost is not known.',
    hint: 'Set a price for the model with POST /v1/prices, or use a key without a budget.',
    retry: false,
  },
} as const satisfies Record<string, ErrorRow>

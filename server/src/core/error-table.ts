/** Every refusal of our own: code, status, what happened, how to repair it. Docs and contract/errors.json are made from it. */

import { ACCESS_ERRORS } from './error-rows/access-errors.ts'
import { CONTROL_ERRORS } from './error-rows/control-errors.ts'
import { LIMIT_ERRORS } from './error-rows/limit-errors.ts'
import { PROMPT_ERRORS } from './error-rows/prompt-errors.ts'
import { REQUEST_ERRORS } from './error-rows/request-errors.ts'
import { UPSTREAM_ERRORS } from './error-rows/upstream-errors.ts'

export const ERRORS = {
  ...REQUEST_ERRORS,
  ...ACCESS_ERRORS,
  ...CONTROL_ERRORS,
  ...LIMIT_ERRORS,
  ...PROMPT_ERRORS,
  ...UPSTREAM_ERRORS,
} as const

export type ErrorCode = keyof typeof ERRORS

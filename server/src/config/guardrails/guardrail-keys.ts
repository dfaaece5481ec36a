/** The keys of guardrails in a config: which lists hold them, which keys an entry has, and how many are allowed. */

import type { Direction } from '../../core/guardrails/guardrails.ts'

/** The guardrail lists of a config with their side, in the order in which their guardrails run. */
export const GUARDRAIL_LISTS = {
  before_request_hooks: 'input',
  input_guardrails: 'input',
  input_mutators: 'input',
  after_request_hooks: 'output',
  output_guardrails: 'output',
  output_mutators: 'output',
} as const satisfies Record<string, Direction>

export type GuardrailList = keyof typeof GUARDRAIL_LISTS

export const LIST_NAMES = Object.keys(GUARDRAIL_LISTS) as readonly GuardrailList[]

/** Lists that accept only checks that change the text. */
export const MUTATOR_LISTS: ReadonlySet<GuardrailList> = new Set(['input_mutators', 'output_mutators'])

/** Keys of an entry. Every other key of an entry is the id of a check, and its value the parameters. */
export const ENTRY_KEYS = [
  'id',
  'name',
  'type',
  'guardrail_version_id',
  'checks',
  'deny',
  'async',
  'sequential',
  'on_success',
  'on_fail',
  'on_failure',
  'soft_deny',
  'shadow',
  'fail_on_error',
  'strip_scaffolding',
  'messages',
  'credentials',
] as const

export const CHECK_KEYS = ['id', 'parameters', 'is_enabled', 'name'] as const

export const FEEDBACK_KEYS = ['value', 'weight', 'metadata'] as const

/** Guardrails in one list. */
export const MAX_ENTRIES = 16
export const MAX_CHECKS = 32
/** Checks of all inline guardrails of a config and its targets. */
export const MAX_INLINE_CHECKS = 128
/** Checks that call other services, in the inline guardrails of a target. Input and output are counted separately. */
export const MAX_REMOTE_CHECKS = 32
/** Saved guardrails that a config and its targets may name. */
export const MAX_SAVED_NAMES = 64

const PREFIX = 'default.'

/** `regexMatch` is short for `default.regexMatch`. */
export function fullCheckId(id: string): string {
  return id.includes('.') ? id : PREFIX + id
}

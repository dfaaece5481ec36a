/** What the compiler of a check gets besides the parameters: how to refuse them, and properties of the guardrail. */

import type { PatternBudget } from './patterns/compile-text-pattern.ts'

export type CompileContext = {
  /** `path` is relative to the parameters of the check, such as `rule` or `words[2]`. */
  readonly refuse: (path: string, reason: string) => never
  /** Shared by all patterns of the guardrail. */
  readonly patterns: PatternBudget
  /** True if the guardrail was saved with an Admin key: the addresses in its checks may be private. */
  readonly isTrusted: boolean
  /** True if the guardrail belongs to the organisation. */
  readonly isOfOrganisation: boolean
}

/** What was found out about an exchange's consumption before its record is made. */

import type { Usage } from '../../core/usage.ts'
import type { Capture } from '../answer/capture.ts'
import type { TokenCount } from './local/jobs.ts'

export type Counted = {
  /** The answer as it can be read; null when it came compressed and could not be. */
  readonly answer: Capture | null
  readonly told: Usage | null
  /** Which halves the provider left out, or did not bring to an end. */
  readonly missing: Missing
  /** What the tokenizer says of them; null when it was not asked, or not in time. */
  readonly tokens: TokenCount | null
}

export type Missing = { readonly input: boolean; readonly output: boolean }

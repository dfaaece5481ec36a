/** What a plan is asked for by: everything it depends on beside what its workspace has saved. */

import type { RootDefaults } from '../../config/compilation.ts'
import type { Awaitable } from '../../core/ports.ts'

/** `config`: JSON, or the slug or id of a saved one; null for none. `namedBy` is who named it, for the refusal. */
export type PlanInputs = {
  readonly root: RootDefaults
  readonly config: string | null
  readonly namedBy: string
  /** On prompt routes: the virtual keys of the path's prompt and of those the config names. */
  readonly prompt?: {
    readonly virtualKey: string | null
    readonly keyOf: (promptId: string) => Awaitable<string | null>
  }
}

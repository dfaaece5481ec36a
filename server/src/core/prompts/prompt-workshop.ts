/** What the control plane asks of the code that reads and renders templates. */

import type { Awaitable } from '../ports.ts'
import type { PromptContent, PromptStore } from './prompts.ts'

export type PromptHome = { readonly organisationId: string; readonly workspaceId: string }

export type RenderedPrompt = {
  readonly slug: string
  readonly version: number
  /** The request as it would be sent. */
  readonly request: Readonly<Record<string, unknown>>
  readonly warnings: readonly string[]
}

export interface PromptWorkshop {
  /**
   * Refuses what is no prompt; otherwise the slugs of the partials it names. `stores`: where those are looked for.
   * `ownSlug`: the partial that is being saved, which must not reach itself.
   */
  check(
    content: Pick<PromptContent, 'string' | 'isRaw'>,
    about: { readonly kind: 'prompt' | 'partial'; readonly ownSlug: string | null },
    home: PromptHome,
    stores: { readonly partials: Pick<PromptStore, 'find' | 'findVersion'> },
  ): Promise<readonly string[]>
  /** `reference`: `slug`, or with `@latest`, `@5`, `@label` behind it. */
  render(home: PromptHome, reference: string, body: Readonly<Record<string, unknown>>): Awaitable<RenderedPrompt>
}

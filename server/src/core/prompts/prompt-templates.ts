/** Port for checking and rendering prompt templates from the admin API. */

import type { Awaitable } from '../ports.ts'
import type { PromptContent, PromptStore } from './prompts.ts'

export type PromptWorkspace = { readonly organisationId: string; readonly workspaceId: string }

export type RenderedPrompt = {
  readonly slug: string
  readonly version: number
  /** The request body that would be sent to the provider. */
  readonly request: Readonly<Record<string, unknown>>
  readonly warnings: readonly string[]
}

export interface PromptTemplates {
  /**
   * Throws if the content is not a valid prompt; resolves with the slugs of the partials it uses. `stores`: where to
   * look up partials. `ownSlug`: the partial being saved, which must not include itself.
   */
  check(
    content: Pick<PromptContent, 'string' | 'isRaw'>,
    about: { readonly kind: 'prompt' | 'partial'; readonly ownSlug: string | null },
    home: PromptWorkspace,
    stores: { readonly partials: Pick<PromptStore, 'find' | 'findVersion'> },
  ): Promise<readonly string[]>
  /** `reference`: `slug`, `slug@latest`, `slug@5` or `slug@label`. */
  render(home: PromptWorkspace, reference: string, body: Readonly<Record<string, unknown>>): Awaitable<RenderedPrompt>
}

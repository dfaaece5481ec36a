/** Recognises the demo workspace. */

import type { Workspace } from '../../core/stores/workspaces.ts'

/** Default metadata of the workspace, and metadata of all its requests. A workspace without it is never removed as a demo. */
export const DEMO_MARK = 'gatehouse_demo'
export const DEMO_SLUG = 'demo'

export function isDemo({ slug, defaultMetadata }: Pick<Workspace, 'slug' | 'defaultMetadata'>): boolean {
  return slug === DEMO_SLUG && defaultMetadata[DEMO_MARK] === 'true'
}

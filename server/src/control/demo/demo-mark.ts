/** Recognises the demo workspace. */

import type { Workspace } from '../../core/stores/workspaces.ts'

/** Metadata key that marks the demo workspace and its requests. Only a workspace with it is removed as a demo. */
export const DEMO_MARK = 'gatehouse_demo'
export const DEMO_SLUG = 'demo'

export function isDemo({ slug, defaultMetadata }: Pick<Workspace, 'slug' | 'defaultMetadata'>): boolean {
  return slug === DEMO_SLUG && defaultMetadata[DEMO_MARK] === 'true'
}

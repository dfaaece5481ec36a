/** The scope catalogue: what each scope lets a key do, and which kind of key may hold it. */

import type { KeyKind } from '../core/caller.ts'

type ScopeRow = { readonly name: string; readonly about: string; readonly kinds: readonly KeyKind[] }

const BOTH = ['admin', 'workspace'] as const

export const SCOPES: readonly ScopeRow[] = [
  { name: 'logs.list', about: 'List request logs.', kinds: BOTH },
  { name: 'logs.view', about: 'Read one request log with its decisions and bodies.', kinds: BOTH },
]

/** Held by the keys of the first start: every scope of their kind, also those later versions add. */
export const ALL_SCOPES = '*'

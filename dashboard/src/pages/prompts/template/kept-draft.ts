/** Unsaved drafts per prompt in localStorage, so that closing a tab loses nothing. */

import type { PromptDraft } from './prompt-draft.ts'

export type KeptDraft = {
  readonly draft: PromptDraft
  readonly note: string
  /** The newest version when editing started; 0 for a new prompt. */
  readonly baseVersion: number
  readonly atMs: number
}

export function keptDraftKey(workspace: string | undefined, slug: string | null): string {
  return `gatehouse.prompt-draft.${workspace ?? ''}.${slug ?? 'new'}`
}

export function readKeptDraft(key: string): KeptDraft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as KeptDraft | null
    return kept && Array.isArray(kept.draft.messages) && typeof kept.draft.text === 'string' ? kept : null
  } catch {
    return null
  }
}

export function keepDraft(key: string, kept: KeptDraft): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Storage quota exceeded: the draft is still on screen.
  }
}

export function dropDraft(key: string): void {
  localStorage.removeItem(key)
}

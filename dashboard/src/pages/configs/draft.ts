/** Unsaved drafts in localStorage, so that closing a tab loses nothing. Credentials are never stored. */

import { withoutSecrets } from './text/secrets.ts'

export type Draft = {
  readonly text: string
  /** The version the draft is based on; null for a new config. */
  readonly versionId: string | null
  readonly atMs: number
  /** Credentials were removed and must be entered again. */
  readonly isStripped: boolean
}

const PREFIX = 'gatehouse.config-draft'

/** New configs have one draft per template. */
export function draftKey(workspace: string | undefined, slug: string | null, template: string | null): string {
  return `${PREFIX}.${workspace ?? ''}.${slug ?? `new.${template ?? ''}`}`
}

export function readDraft(key: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Draft> | null
    return typeof draft?.text === 'string'
      ? { versionId: null, atMs: 0, isStripped: false, ...draft, text: draft.text }
      : null
  } catch {
    return null
  }
}

export function keepDraft(key: string, text: string, versionId: string | null): void {
  const { text: safe, isChanged } = withoutSecrets(text)
  const draft: Draft = { text: safe, versionId, atMs: Date.now(), isStripped: isChanged }
  try {
    localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage quota exceeded: the text is still on screen.
  }
}

export function dropDraft(key: string): void {
  localStorage.removeItem(key)
}

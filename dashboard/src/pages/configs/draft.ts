/** Unsaved work, kept in this browser so that a closed tab loses nothing; credentials are never kept. */

import { withoutSecrets } from './text/secrets.ts'

export type Draft = {
  readonly text: string
  /** The version it was begun from; null for a new config. */
  readonly versionId: string | null
  readonly atMs: number
  /** Credentials were in it and must be typed again. */
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
    // A full store: the text is still on screen.
  }
}

export function dropDraft(key: string): void {
  localStorage.removeItem(key)
}

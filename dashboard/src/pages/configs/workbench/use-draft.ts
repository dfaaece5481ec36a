/** The draft: starts from a saved version or a template; stored in this browser until saved or discarded. */

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { workspaceId } from '../../../app/session.ts'
import { type ConfigDetail, pretty } from '../config-types.ts'
import { type Draft, draftKey, dropDraft, keepDraft, readDraft } from '../draft.ts'
import { templateText } from '../templates.ts'

export type DraftState = {
  readonly text: string
  readonly setText: (text: string) => void
  /** Incremented when the text is set from outside the editor. */
  readonly revision: number
  readonly isDirty: boolean
  /** The version the draft is based on and compared with. */
  readonly base: { readonly text: string; readonly versionId: string | null }
  /** The draft found in this browser when the page opened. */
  readonly restored: Draft | null
  /** A newer version exists than the one the draft is based on. */
  readonly isBehind: boolean
  discard(): void
  /** Discards the stored draft after it was saved as a new config. */
  forget(): void
  /** Called after saving, or to continue from the newest version. */
  startFrom(saved: ConfigDetail, text?: string): void
}

export function useDraft(saved: ConfigDetail | null, templateName: string | null): DraftState {
  const key = draftKey(workspaceId.value, saved?.slug ?? null, templateName)
  const template = templateText(templateName)
  const savedText = saved === null ? template : pretty(saved.config)
  const [restored, setRestored] = useState<Draft | null>(() => {
    const draft = readDraft(key)
    return draft !== null && draft.text !== savedText ? draft : null
  })
  const [text, setText] = useState(restored?.text ?? savedText)
  const [base, setBase] = useState({ text: savedText, versionId: restored?.versionId ?? saved?.version_id ?? null })
  const [revision, setRevision] = useState(0)
  const isDirty = text !== base.text
  const isBehind = saved !== null && saved.version_id !== base.versionId

  // A layout effect runs before the next frame, so a tab closed right after typing loses nothing.
  useLayoutEffect(() => {
    if (isDirty) keepDraft(key, text, base.versionId)
    else dropDraft(key)
  }, [key, text, base, isDirty])

  const startFrom = (newest: ConfigDetail, kept?: string) => {
    const fresh = pretty(newest.config)
    setBase({ text: fresh, versionId: newest.version_id })
    setText(kept ?? fresh)
    setRevision((before) => before + 1)
    setRestored(null)
    if (kept === undefined) dropDraft(key)
  }
  // No unsaved changes: show the newest version.
  const newest = useRef(startFrom)
  newest.current = startFrom
  useEffect(() => {
    if (saved && isBehind && !isDirty) newest.current(saved)
  }, [saved, isBehind, isDirty])

  return {
    text,
    setText,
    revision,
    isDirty,
    base,
    restored,
    isBehind,
    startFrom,
    forget: () => dropDraft(key),
    discard() {
      dropDraft(key)
      setRestored(null)
      if (saved) startFrom(saved)
      else setText(template)
      setRevision((before) => before + 1)
    },
  }
}

/** The text under work: begun from a saved version or a template, kept in this browser until it is saved or given up. */

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { workspaceId } from '../../../app/session.ts'
import { type ConfigDetail, pretty } from '../config-types.ts'
import { type Draft, draftKey, dropDraft, keepDraft, readDraft } from '../draft.ts'
import { templateText } from '../templates.ts'

export type DraftState = {
  readonly text: string
  readonly setText: (text: string) => void
  /** Counts the texts that came from elsewhere than the editor. */
  readonly revision: number
  readonly isDirty: boolean
  /** What the text is compared with: the version it was begun from. */
  readonly base: { readonly text: string; readonly versionId: string | null }
  /** Found in this browser when the page was opened. */
  readonly restored: Draft | null
  /** A newer version than the one this text was begun from exists. */
  readonly isBehind: boolean
  discard(): void
  /** Once it is saved elsewhere: as a config of its own. */
  forget(): void
  /** After saving, or to go on from the newest version. */
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

  // Not an effect after the next frame: a tab closed on the last letter has it too.
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
  // Nobody was writing: the newest is simply shown.
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

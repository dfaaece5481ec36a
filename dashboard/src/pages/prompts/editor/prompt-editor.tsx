/** The prompt editor: messages or text, model, parameters, variables. Drafts survive a closed tab. */

import { useLayoutEffect, useMemo, useState } from 'preact/hooks'
import type { ApiError } from '../../../api/api-error.ts'
import { useShortcuts } from '../../../app/keyboard.ts'
import { Button } from '../../../design/controls/button.tsx'
import { TextAreaField, TextField } from '../../../design/controls/field.tsx'
import { Segments } from '../../../design/controls/segments.tsx'
import { Card } from '../../../design/data/card.tsx'
import { Time } from '../../../design/data/time.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../../design/forms/field-errors.ts'
import { ErrorNotice, Notice } from '../../../design/states/notices.tsx'
import { dropDraft, keepDraft, readKeptDraft } from '../template/kept-draft.ts'
import {
  type DraftProblems,
  draftFingerprint,
  newMessage,
  type PromptDraft,
  templateText,
  type WireVersion,
  wireOf,
} from '../template/prompt-draft.ts'
import { MessageFields } from './message-fields.tsx'
import { ModelFields } from './model-fields.tsx'
import { RenderPreview } from './render-preview.tsx'
import { useTemplateNeeds } from './use-template-needs.ts'

type PromptEditorProps = {
  /** The saved version; the inputs start with it. */
  readonly saved: PromptDraft
  /** The newest version number; 0: none yet. */
  readonly latestVersion: number
  /** `slug@version` of the saved version. */
  readonly reference: string | null
  readonly draftKey: string
  readonly saveWords: string
  readonly error: ApiError | null
  readonly isSaving: boolean
  /** Resolves with true if saved. `baseVersion`: the newest version when editing started. */
  readonly onSave: (wire: WireVersion, note: string, baseVersion: number) => Promise<boolean>
}

const KINDS = [
  { value: 'chat', label: 'Messages' },
  { value: 'text', label: 'Text' },
  { value: 'raw', label: 'Raw template' },
]
const NO_PROBLEMS: DraftProblems = {}

export function PromptEditor(props: PromptEditorProps) {
  const { saved, draftKey, latestVersion, reference, error, isSaving, saveWords } = props
  const kept = useMemo(() => readKeptDraft(draftKey), [draftKey])
  const [draft, setDraft] = useState(kept?.draft ?? saved)
  const [note, setNote] = useState(kept?.note ?? '')
  const [keptAtMs, setKeptAtMs] = useState(kept?.atMs ?? null)
  const [baseVersion, setBaseVersion] = useState(kept?.baseVersion ?? latestVersion)
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const needs = useTemplateNeeds(templateText(draft))
  const errorOf = fieldErrors(error)
  useFirstErrorFocus(error)
  const isChanged = draftFingerprint(draft) !== draftFingerprint(saved)

  // A layout effect runs before the next frame, so a tab closed right after typing loses nothing.
  useLayoutEffect(() => {
    if (isChanged) keepDraft(draftKey, { draft, note, baseVersion, atMs: Date.now() })
    else dropDraft(draftKey)
  }, [draft, note, isChanged, draftKey, baseVersion])

  const change = (part: Partial<PromptDraft>) => {
    setDraft((before) => ({ ...before, ...part }))
    setProblems(NO_PROBLEMS)
  }
  const discard = () => {
    dropDraft(draftKey)
    setDraft(saved)
    setNote('')
    setKeptAtMs(null)
    setBaseVersion(latestVersion)
    setProblems(NO_PROBLEMS)
  }
  useFirstErrorFocus(Object.keys(problems).length > 0 ? problems : null)
  const save = async () => {
    const { wire, problems: found } = wireOf(draft)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    if (await props.onSave(wire, note.trim(), baseVersion)) dropDraft(draftKey)
  }
  useShortcuts([{ keys: 'mod+s', about: 'Save', run: () => void save() }])

  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {keptAtMs !== null && isChanged && (
        <Notice tone="info" title="Showing unsaved changes from this browser">
          <div class="row-wrap">
            <span>
              Typed <Time at={keptAtMs} />.
            </span>
            <Button size="small" onClick={discard}>
              Discard them
            </Button>
          </div>
        </Notice>
      )}
      <Card
        title="Template"
        actions={
          <Segments
            label="Kind of template"
            choices={KINDS}
            value={draft.kind}
            onValue={(kind) => change(asKind(draft, kind))}
          />
        }
      >
        {draft.kind === 'chat' ? (
          <MessageFields
            messages={draft.messages}
            onMessages={(messages) => change({ messages })}
            problems={problems}
          />
        ) : (
          <TextAreaField
            label={draft.kind === 'raw' ? 'Template of the list of messages' : 'Text'}
            isCode
            rows={10}
            value={draft.text}
            error={errorOf('string')}
            hint={
              draft.kind === 'raw'
                ? 'Rendered first, then parsed as JSON. Sections can contain whole messages.'
                : undefined
            }
            onValue={(text) => change({ text })}
          />
        )}
        {draft.kind === 'chat' && errorOf('string') && <div class="field-error">{errorOf('string')}</div>}
      </Card>
      <Card title="Model and parameters">
        <ModelFields draft={draft} onDraft={change} problems={problems} errorOf={errorOf} />
      </Card>
      <RenderPreview needs={needs} reference={reference} isChanged={isChanged} />
      {error && <ErrorNotice error={error} what="save. Your text is kept in this browser" />}
      <div class="prompts-save">
        <TextField
          label="Note for this version"
          isOptional
          value={note}
          placeholder="What changed?"
          error={errorOf('version_description')}
          onValue={setNote}
        />
        <div class="row">
          {isChanged && <Button onClick={discard}>Discard</Button>}
          <Button type="submit" kind="primary" disabled={!isChanged && latestVersion > 0} isBusy={isSaving}>
            {saveWords}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** Carries existing content over to the other kind where possible. */
function asKind(draft: PromptDraft, kind: string): Partial<PromptDraft> {
  if (kind === 'chat') {
    const isEmpty = draft.messages.length === 0
    return { kind, messages: isEmpty ? [newMessage('user', draft.text)] : draft.messages }
  }
  if (kind !== 'text' && kind !== 'raw') return {}
  const text =
    draft.text !== ''
      ? draft.text
      : kind === 'raw'
        ? asRaw(draft)
        : draft.messages.map((one) => one.content).join('\n\n')
  return { kind, text }
}

function asRaw(draft: PromptDraft): string {
  return JSON.stringify(
    draft.messages.map(({ role, content, rest }) => ({ role, content, ...rest })),
    null,
    2,
  )
}

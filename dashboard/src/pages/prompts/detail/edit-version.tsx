/** Saves the draft as the next version; shows a conflict dialog if another user saved first. */

import { useState } from 'preact/hooks'
import { asApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/client.ts'
import { authorWords } from '../../../app/author-words.ts'
import { setQuery } from '../../../app/location.ts'
import { can, workspaceId } from '../../../app/session.ts'
import { useAction } from '../../../app/use-action.ts'
import { Button } from '../../../design/controls/button.tsx'
import { CodeBlock } from '../../../design/data/code-block.tsx'
import { Time } from '../../../design/data/time.tsx'
import { SideBySide } from '../../../design/differences/side-by-side.tsx'
import { Dialog } from '../../../design/overlays/dialog.tsx'
import { toast } from '../../../design/states/toasts.tsx'
import { PromptEditor } from '../editor/prompt-editor.tsx'
import type { Prompt } from '../prompt-types.ts'
import { dropDraft, keptDraftKey } from '../template/kept-draft.ts'
import { draftOf, type WireVersion } from '../template/prompt-draft.ts'
import { readableVersion } from '../template/readable-version.ts'

type EditVersionProps = { readonly prompt: Prompt; readonly onSaved: () => void }

type Conflict = { readonly theirs: Prompt; readonly mine: WireVersion; readonly note: string }

export function EditVersion({ prompt, onSaved }: EditVersionProps) {
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const query = { workspace_id: workspaceId.value }
  const draftKey = keptDraftKey(workspaceId.value, prompt.slug)
  const saving = useAction(async (wire: WireVersion, note: string, baseVersion: number) => {
    const body = {
      ...wire,
      // Not editable here, but part of a version.
      functions: prompt.functions,
      template_metadata: prompt.template_metadata,
      version_description: note || null,
      base_version: baseVersion,
    }
    try {
      return await api.put<{ readonly prompt_version: number }>(`/prompts/${prompt.slug}`, body, { query })
    } catch (thrown) {
      const { status, param } = asApiError(thrown)
      if (status !== 409 || param !== 'base_version') throw thrown
      // The gateway rejected the overwrite. Load the saved version to show it next to the draft.
      const theirs = await api.get<Prompt>(`/prompts/${prompt.slug}@latest`, { query })
      setConflict({ theirs, mine: wire, note })
      return null
    }
  })
  const save = async (wire: WireVersion, note: string, baseVersion: number): Promise<boolean> => {
    const saved = await saving.run(wire, note, baseVersion)
    if (!saved) return false
    dropDraft(draftKey)
    setConflict(null)
    toast({ words: `Saved as version ${saved.prompt_version}. It is not published yet.` })
    setQuery({ version: null }, { replace: true })
    onSaved()
    return true
  }
  if (!can('prompts.update'))
    return <CodeBlock title={`Version ${prompt.prompt_version}`} code={readableVersion(prompt)} wrap />
  return (
    <>
      <PromptEditor
        saved={draftOf(prompt)}
        latestVersion={prompt.latest_version}
        reference={`${prompt.slug}@${prompt.prompt_version}`}
        draftKey={draftKey}
        saveWords={`Save as version ${prompt.latest_version + 1}`}
        error={saving.error}
        isSaving={saving.isRunning}
        onSave={save}
      />
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          isSaving={saving.isRunning}
          onKeepMine={() => void save(conflict.mine, conflict.note, conflict.theirs.latest_version)}
          onTakeTheirs={() => {
            dropDraft(draftKey)
            setConflict(null)
            setQuery({ version: null }, { replace: true })
            onSaved()
          }}
          onClose={() => setConflict(null)}
        />
      )}
    </>
  )
}

type ConflictDialogProps = {
  readonly conflict: Conflict
  readonly isSaving: boolean
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
  readonly onClose: () => void
}

function ConflictDialog({
  conflict: { theirs, mine },
  isSaving,
  onKeepMine,
  onTakeTheirs,
  onClose,
}: ConflictDialogProps) {
  const mineText = readableVersion({
    ...mine,
    string: typeof mine.string === 'string' ? mine.string : JSON.stringify(mine.string),
  })
  const next = theirs.latest_version + 1
  return (
    <Dialog
      title={`${authorOf(theirs)} saved version ${theirs.latest_version} while you were editing`}
      isWide
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Continue editing</Button>
          <Button kind="danger" onClick={onTakeTheirs}>
            Discard my changes
          </Button>
          <Button kind="primary" isBusy={isSaving} onClick={onKeepMine}>
            {`Keep mine as version ${next}`}
          </Button>
        </>
      }
    >
      <p>
        Saved <Time at={theirs.prompt_version_created_at} />.{' '}
        {theirs.prompt_version_description ? `Its note: “${theirs.prompt_version_description}”. ` : ''}
        If you keep yours, it becomes version {next}, without the changes of version {theirs.latest_version}.
      </p>
      <SideBySide
        before={readableVersion(theirs)}
        after={mineText}
        beforeTitle={`Version ${theirs.latest_version} (theirs)`}
        afterTitle="Yours"
      />
    </Dialog>
  )
}

/** May be the same user in another window. */
function authorOf({ prompt_version_created_by: id, prompt_version_created_by_name: name }: Prompt): string {
  const words = authorWords(id, name)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Saves the editor's text as the next version, unless somebody else saved one in the meantime: then it asks. */

import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { setQuery } from '../../../app/location.ts'
import { can, workspaceId } from '../../../app/session.ts'
import { useAction } from '../../../app/use-action.ts'
import { Button } from '../../../design/controls/button.tsx'
import { CodeBlock } from '../../../design/data/code-block.tsx'
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
  const saving = useAction(async (wire: WireVersion, note: string) => {
    const body = {
      ...wire,
      // Not edited here, and part of a version all the same.
      functions: prompt.functions,
      template_metadata: prompt.template_metadata,
      version_description: note || null,
    }
    return api.put<{ readonly prompt_version: number }>(`/prompts/${prompt.slug}`, body, { query })
  })
  const finish = async (wire: WireVersion, note: string): Promise<boolean> => {
    const saved = await saving.run(wire, note)
    if (!saved) return false
    dropDraft(draftKey)
    setConflict(null)
    toast({ words: `Saved as version ${saved.prompt_version}. It is not published yet.` })
    setQuery({ version: null }, { replace: true })
    onSaved()
    return true
  }
  const checking = useAction(() => api.get<Prompt>(`/prompts/${prompt.slug}@latest`, { query }))
  const save = async (wire: WireVersion, note: string, baseVersion: number): Promise<boolean> => {
    const newest = await checking.run()
    if (newest && newest.latest_version > baseVersion) {
      setConflict({ theirs: newest, mine: wire, note })
      return false
    }
    return newest !== null && finish(wire, note)
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
        error={saving.error ?? checking.error}
        isSaving={saving.isRunning || checking.isRunning}
        onSave={save}
      />
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          isSaving={saving.isRunning}
          onKeepMine={() => void finish(conflict.mine, conflict.note)}
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
      title={`Version ${theirs.latest_version} was saved while you were editing`}
      isWide
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Go on editing</Button>
          <Button kind="danger" onClick={onTakeTheirs}>
            Drop my changes
          </Button>
          <Button kind="primary" isBusy={isSaving} onClick={onKeepMine}>
            {`Keep mine as version ${next}`}
          </Button>
        </>
      }
    >
      <p>
        {theirs.prompt_version_description ? `Its note: “${theirs.prompt_version_description}”. ` : ''}
        Yours would be version {next} and does not contain what version {theirs.latest_version} changed.
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

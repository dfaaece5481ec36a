/** Labels of a version; assigning a label moves it from the version that had it. */

import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { workspaceId } from '../../../app/session.ts'
import { useAction } from '../../../app/use-action.ts'
import { useResource } from '../../../app/use-resource.ts'
import { Button } from '../../../design/controls/button.tsx'
import { CheckField } from '../../../design/controls/field.tsx'
import { Dialog } from '../../../design/overlays/dialog.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import { ErrorNotice } from '../../../design/states/notices.tsx'
import { toast } from '../../../design/states/toasts.tsx'
import type { Label, List, VersionRow } from '../prompt-types.ts'

type LabelsDialogProps = {
  readonly slug: string
  readonly version: VersionRow
  readonly onClose: () => void
  readonly onDone: () => void
}

export function LabelsDialog({ slug, version, onClose, onDone }: LabelsDialogProps) {
  const query = { workspace_id: workspaceId.value }
  const labels = useResource(`labels ${workspaceId.value}`, (signal) =>
    api.get<List<Label>>('/labels', { query: { ...query, page_size: 1000 }, signal }),
  )
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(version.labels))
  const saving = useAction(async () => {
    const path = `/prompts/${slug}/versions/${version.prompt_version}`
    await api.put(path, { label_ids: [...chosen] }, { query })
    toast({ words: `Labels of version ${version.prompt_version} saved.` })
    onDone()
  })
  const set = (name: string, isOn: boolean) => {
    const next = new Set(chosen)
    if (isOn) next.add(name)
    else next.delete(name)
    setChosen(next)
  }
  return (
    <Dialog
      title={`Labels of version ${version.prompt_version}`}
      onClose={onClose}
      onSubmit={() => void saving.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={saving.isRunning}>
            Save labels
          </Button>
        </>
      }
    >
      <p class="muted">
        <code>{slug}@label</code> calls the version with this label. A label points to one version of a prompt.
      </p>
      <Loaded resource={labels} what="load the labels">
        {({ data }) => (
          <div class="stack-tight">
            {data.map((label) => (
              <CheckField
                key={label.id}
                label={label.name}
                hint={label.description ?? undefined}
                isChecked={chosen.has(label.name)}
                onChecked={(isOn) => set(label.name, isOn)}
              />
            ))}
          </div>
        )}
      </Loaded>
      {saving.error && <ErrorNotice error={saving.error} what="save the labels" />}
    </Dialog>
  )
}

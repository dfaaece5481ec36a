/** The form for a new prompt: the editor with a name and a collection. */

import { useMemo, useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { navigate, query } from '../../../app/location.ts'
import { workspaceId } from '../../../app/session.ts'
import { PageHead } from '../../../app/shell/page-head.tsx'
import { useAction } from '../../../app/use-action.ts'
import { useResource } from '../../../app/use-resource.ts'
import { useViewCode } from '../../../app/view-code.ts'
import { SelectField } from '../../../design/controls/field.tsx'
import { fieldErrors } from '../../../design/forms/field-errors.ts'
import { NameAndSlug } from '../../../design/forms/name-and-slug.tsx'
import { createNamed, type Named } from '../../../design/forms/named.ts'
import { toast } from '../../../design/states/toasts.tsx'
import { PromptEditor } from '../editor/prompt-editor.tsx'
import type { Collection, List } from '../prompt-types.ts'
import { dropDraft, keptDraftKey } from '../template/kept-draft.ts'
import { EMPTY_DRAFT, type WireVersion } from '../template/prompt-draft.ts'

export function NewPrompt() {
  const id = workspaceId.value
  const [named, setNamed] = useState<Named>({ name: '', slug: '' })
  const [collection, setCollection] = useState(query.value.get('collection') ?? '')
  const draftKey = useMemo(() => keptDraftKey(id, null), [id])
  const collections = useResource(`collections ${id}`, (signal) =>
    api.get<List<Collection>>('/collections', { query: { workspace_id: id, page_size: 1000 }, signal }),
  )
  const saving = useAction(async (wire: WireVersion, note: string) => {
    const body = {
      ...wire,
      version_description: note || null,
      workspace_id: id,
      ...(collection && { collection_id: collection }),
    }
    return createNamed(named, (own) => api.post<{ readonly slug: string }>('/prompts', { ...own, ...body }))
  })
  const save = async (wire: WireVersion, note: string): Promise<boolean> => {
    const made = await saving.run(wire, note)
    if (!made) return false
    dropDraft(draftKey)
    toast({ words: `${named.name.trim()} was saved. Version 1 is published.` })
    navigate(`/prompts/${made.slug}`)
    return true
  }
  useViewCode({
    method: 'POST',
    path: '/prompts',
    body: { name: 'Greeting', model: 'mock-1', string: [{ role: 'user', content: 'Greet {{name}}.' }] },
  })
  const errorOf = fieldErrors(saving.error)
  return (
    <>
      <PageHead title="New prompt" about="Version 1 is published when you save it." />
      <div class="stack prompts-new">
        <div class="prompts-heading">
          <NameAndSlug
            named={named}
            onNamed={setNamed}
            errors={errorOf}
            placeholder="Greeting"
            hint="Requests call /v1/prompts/slug/completions."
          />
          <SelectField
            label="Collection"
            value={collection}
            error={errorOf('collection_id')}
            onValue={setCollection}
            choices={[
              { value: '', label: 'Default' },
              ...(collections.data?.data ?? [])
                .filter((one) => one.is_default === 0)
                .map((one) => ({ value: one.slug, label: one.name })),
            ]}
          />
        </div>
        <PromptEditor
          saved={EMPTY_DRAFT}
          latestVersion={0}
          reference={null}
          draftKey={draftKey}
          saveWords="Save and publish version 1"
          error={saving.error}
          isSaving={saving.isRunning}
          onSave={save}
        />
      </div>
    </>
  )
}

/** Creates a workspace, or edits one: budget, rate limits, defaults, retention. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { can } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { CheckField, SelectField, TextField } from '../../design/controls/field.tsx'
import { BodyKeys } from '../../design/forms/body-key.tsx'
import { type FieldErrors, fieldErrors, useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { KeepingFields } from '../../design/forms/keeping-fields.tsx'
import { MetadataFields } from '../../design/forms/metadata-fields.tsx'
import { NameAndSlug } from '../../design/forms/name-and-slug.tsx'
import { createNamed } from '../../design/forms/named.ts'
import { DefaultGuardrailFields } from '../../design/guardrails/default-guardrails.tsx'
import { AlertField, BudgetFields, RateFields } from '../../design/limits/budget-fields.tsx'
import { UsageBar } from '../../design/limits/usage-bar.tsx'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import type { Organisation } from '../settings/organisation.ts'
import type { List } from '../users/people.ts'
import type { WorkspaceRow } from './workspace.ts'
import { bodyOf, changesOf, draftOf, NEW_WORKSPACE, type WorkspaceDraft } from './workspace-draft.ts'

type FormProps = { readonly onClose: () => void; readonly onSaved: () => Promise<void> }

export function NewWorkspace({ onClose, onSaved }: FormProps) {
  const [draft, setDraft] = useState(NEW_WORKSPACE)
  const set = (change: Partial<WorkspaceDraft>) => setDraft((before) => ({ ...before, ...change }))
  const creating = useAction(async () => {
    const settings = changesOf(bodyOf(NEW_WORKSPACE), bodyOf(draft))
    await createNamed(draft, (named) => api.post('/admin/workspaces', { ...settings, ...named }))
    toast({ words: `The workspace ${draft.name} was created.` })
    await onSaved()
  })
  const errors = fieldErrors(creating.error)
  useFirstErrorFocus(creating.error)
  return (
    <Dialog
      title="New workspace"
      onClose={onClose}
      onSubmit={() => creating.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={creating.isRunning}>
            Create
          </Button>
        </>
      }
    >
      <NameAndSlug
        named={draft}
        onNamed={set}
        errors={errors}
        placeholder="Checkout"
        hint="Used in URLs and on the command line."
      />
      <DescriptionField draft={draft} set={set} errors={errors} />
      <details class="fold">
        <summary>Budget and rate limits</summary>
        <div class="stack">
          <LimitFields draft={draft} set={set} errors={errors} />
        </div>
      </details>
      {creating.error && errors('name', 'slug') === null && (
        <ErrorNotice error={creating.error} what="create the workspace" />
      )}
    </Dialog>
  )
}

export function EditWorkspace({ before, onClose, onSaved }: FormProps & { readonly before: WorkspaceRow }) {
  const [draft, setDraft] = useState(() => draftOf(before))
  const set = (change: Partial<WorkspaceDraft>) => setDraft((was) => ({ ...was, ...change }))
  const changes = changesOf(bodyOf(draftOf(before)), bodyOf(draft))
  const saving = useAction(async () => {
    await api.put(`/admin/workspaces/${before.id}`, changes)
    toast({ words: `${draft.name} was changed.` })
    await onSaved()
  })
  const errors = fieldErrors(saving.error)
  useFirstErrorFocus(saving.error)
  return (
    <Dialog
      title={`Change ${before.name}`}
      isWide
      onClose={onClose}
      onSubmit={() => saving.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={saving.isRunning} disabled={Object.keys(changes).length === 0}>
            Save
          </Button>
        </>
      }
    >
      <TextField label="Name" value={draft.name} onValue={(name) => set({ name })} error={errors('name')} />
      <DescriptionField draft={draft} set={set} errors={errors} />
      <h3>Budget and rate limits</h3>
      {before.usage_limits.map((limit) => (
        <UsageBar key={limit.type} limit={limit} label={`Budget of ${before.name}`} />
      ))}
      <LimitFields draft={draft} set={set} errors={errors} />
      {before.usage_limits.length > 0 && (
        <CheckField
          label="Reset usage"
          hint="Sets the usage of this budget to zero. The logs are unchanged."
          isChecked={draft.isReset}
          onChecked={(isReset) => set({ isReset })}
        />
      )}
      <h3>Defaults</h3>
      <ConfigField workspaceId={before.id} draft={draft} set={set} errors={errors} />
      <MetadataFields
        label="Metadata added to every request"
        hint="Added unless the request or its key sets the same name."
        draft={draft.metadata}
        onDraft={(metadata) => set({ metadata })}
        error={errors('defaults.metadata', 'defaults')}
      />
      {can('guardrails.list') && (
        <>
          <h3>Guardrails</h3>
          <DefaultGuardrailFields
            workspaceId={before.id}
            draft={draft.guardrails}
            onDraft={(guardrails) => set({ guardrails })}
            errors={errors}
          />
        </>
      )}
      <h3>Logs</h3>
      <Keeping draft={draft} set={set} errors={errors} />
      <BodyKeys workspaceId={before.id} />
      {saving.error && <ErrorNotice error={saving.error} what="save the changes" />}
    </Dialog>
  )
}

type PartProps = {
  readonly draft: WorkspaceDraft
  readonly set: (change: Partial<WorkspaceDraft>) => void
  readonly errors: FieldErrors
}

function DescriptionField({ draft, set, errors }: PartProps) {
  return (
    <TextField
      label="Description"
      isOptional
      value={draft.description}
      onValue={(description) => set({ description })}
      error={errors('description')}
    />
  )
}

function LimitFields({ draft, set, errors }: PartProps) {
  return (
    <>
      <BudgetFields draft={draft.budget} onDraft={(budget) => set({ budget })} errors={errors} />
      {draft.budget.limit !== '' && (
        <AlertField draft={draft.budget} onDraft={(budget) => set({ budget })} errors={errors} />
      )}
      <RateFields drafts={draft.rates} onDrafts={(rates) => set({ rates })} errors={errors} />
    </>
  )
}

type ConfigName = { readonly slug: string; readonly name: string }

function ConfigField({ workspaceId, draft, set, errors }: PartProps & { readonly workspaceId: string }) {
  const configs = useResource(workspaceId, (signal) =>
    api.get<List<ConfigName>>('/configs', { query: { workspace_id: workspaceId, page_size: 1_000 }, signal }),
  )
  return (
    <>
      <SelectField
        label="Config for keys without a default config"
        value={draft.config}
        onValue={(config) => set({ config })}
        choices={[
          { value: '', label: 'None' },
          ...(configs.data?.data ?? []).map(({ slug, name }) => ({ value: slug, label: `${name} (${slug})` })),
          ...(configs.data || draft.config === '' ? [] : [{ value: draft.config, label: draft.config }]),
        ]}
        error={errors('defaults.config_id')}
      />
      {configs.error && <ErrorNotice error={configs.error} what="load the configs" onRetry={configs.reload} />}
    </>
  )
}

function Keeping({ draft, set, errors }: PartProps) {
  const organisation = useResource('organisation', (signal) => api.get<Organisation>('/admin/organisation', { signal }))
  const above = organisation.data
  const days = above?.retention_days ? `${above.retention_days} days` : 'gateway default'
  const bodyDays = above?.body_retention_days ? `${above.body_retention_days} days` : 'as long as logs'
  const bodies = above?.log_bodies == null ? 'gateway default' : above.log_bodies ? 'kept' : 'not kept'
  return (
    <KeepingFields
      draft={draft.keeping}
      onDraft={(keeping) => set({ keeping })}
      errors={errors}
      aboveDays={`organisation: ${days}`}
      aboveBodyDays={`organisation: ${bodyDays}`}
      aboveBodies={`organisation: ${bodies}`}
    />
  )
}

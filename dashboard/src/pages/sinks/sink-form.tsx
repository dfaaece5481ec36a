/** Creates or edits a sink. Stored secrets are never shown; an empty input keeps them. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { isOrganisationAdmin, workspace, workspaceId } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { CheckField, SelectField, TextAreaField, TextField } from '../../design/controls/field.tsx'
import { fieldErrors } from '../../design/forms/field-errors.ts'
import { SaveDialog } from '../../design/forms/save-dialog.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { DestinationFields } from './destination-fields.tsx'
import { SINK_TYPES, type Sink, type SinkType, scopeOf } from './sink.ts'
import { bodyOf, type Draft, draftOf } from './sink-draft.ts'

type FormProps = {
  /** Null: a new one. */
  readonly before: Sink | null
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

export function SinkForm({ before, onClose, onSaved }: FormProps) {
  const [draft, setDraft] = useState(() => draftOf(before))
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }))
  const saving = useAction(async () => {
    const body = bodyOf(draft)
    if (before) await api.put(`/sinks/${before.id}`, body, { query: scopeOf(before) })
    else
      await api.post('/sinks', {
        ...body,
        type: draft.type,
        ...(!draft.isEverywhere && { workspace_id: workspaceId.value }),
      })
    toast({ words: before ? 'The sink was changed.' : 'The sink was created. Send a test to it.' })
    await onSaved()
    onClose()
  })
  const errors = fieldErrors(saving.error)
  return (
    <SaveDialog what="sink" isNew={!before} saving={saving} onClose={onClose}>
      <TextField
        label="Name"
        placeholder="Data lake"
        maxLength={128}
        value={draft.name}
        onValue={(name) => change({ name })}
        error={errors('name')}
      />
      <div class="policy-pair">
        <SelectField
          label="Type"
          value={draft.type}
          disabled={before !== null}
          onValue={(type) => change({ type: type as SinkType })}
          choices={Object.entries(SINK_TYPES).map(([value, label]) => ({ value, label }))}
        />
        {isOrganisationAdmin.value && !before && (
          <SelectField
            label="Scope"
            value={draft.isEverywhere ? 'all' : 'one'}
            onValue={(value) => change({ isEverywhere: value === 'all' })}
            choices={[
              { value: 'one', label: workspace.value?.name ?? 'This workspace' },
              { value: 'all', label: 'All workspaces' },
            ]}
          />
        )}
      </div>
      <DestinationFields draft={draft} change={change} errors={errors} before={before} />
      <TextField
        label="Filter"
        isOptional
        isCode
        placeholder="status:5xx -model:gpt-4o"
        hint="Same syntax as on the Logs page. Leave empty for all logs."
        value={draft.filter}
        onValue={(filter) => change({ filter })}
        error={errors('filter')}
      />
      <div class="policy-pair">
        <TextField
          label="Sample rate (%)"
          type="number"
          min={0}
          max={100}
          step="any"
          hint="All logs of a trace, or none."
          value={draft.percent}
          onValue={(percent) => change({ percent })}
          error={errors('sample_rate')}
        />
        <SelectField
          label="Bodies"
          hint="Only if they are logged."
          value={draft.bodies}
          onValue={(bodies) => change({ bodies: bodies as Draft['bodies'] })}
          choices={[
            { value: 'none', label: 'None' },
            { value: 'masked', label: 'Masked' },
            { value: 'full', label: 'Full' },
          ]}
        />
      </div>
      <TextAreaField
        label="Metadata to exclude"
        isOptional
        rows={2}
        placeholder="_user"
        hint="One key per line."
        value={draft.excluded}
        onValue={(excluded) => change({ excluded })}
        error={errors('exclude_metadata')}
      />
      <CheckField label="Enabled" isChecked={draft.enabled} onChecked={(enabled) => change({ enabled })} />
    </SaveDialog>
  )
}

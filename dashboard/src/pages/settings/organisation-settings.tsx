/** Organisation settings, each with the source of its value. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { can, loadSession } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { Card } from '../../design/data/card.tsx'
import { DiffView } from '../../design/data/diff-view.tsx'
import { Time } from '../../design/data/time.tsx'
import { BodyKeys } from '../../design/forms/body-key.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { KeepingFields, keepingBody, keepingDraft } from '../../design/forms/keeping-fields.tsx'
import { MetadataFields, metadataBody, metadataDraft } from '../../design/forms/metadata-fields.tsx'
import { DefaultGuardrailFields, type DefaultGuardrails } from '../../design/guardrails/default-guardrails.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { ErrorNotice, Notice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import type { Organisation } from './organisation.ts'
import { SecondFactorPolicy } from './second-factor-policy.tsx'
import { SettingSources } from './setting-sources.tsx'

const PATH = '/admin/organisation'

export function OrganisationSettings() {
  const loaded = useResource(PATH, (signal) => api.get<Organisation>(PATH, { signal }))
  return (
    <Loaded resource={loaded} what="load the settings">
      {(organisation) => (
        <div class="settings-columns">
          <OrganisationForm
            key={organisation.last_updated_at}
            before={organisation}
            onSaved={(saved) => loaded.mutate(() => saved)}
          />
          <div class="stack">
            <SettingSources organisation={organisation} />
            <SecondFactorPolicy
              key={organisation.last_updated_at}
              before={organisation}
              onSaved={(saved) => loaded.mutate(() => saved)}
            />
          </div>
        </div>
      )}
    </Loaded>
  )
}

type FormProps = { readonly before: Organisation; readonly onSaved: (saved: Organisation) => void }

function OrganisationForm({ before, onSaved }: FormProps) {
  const [name, setName] = useState(before.name)
  const [keeping, setKeeping] = useState(keepingDraft(before))
  const [metadata, setMetadata] = useState(metadataDraft(before.defaults.metadata))
  const [guardrails, setGuardrails] = useState(guardrailsOf(before))
  const [conflict, setConflict] = useState<Organisation | null>(null)
  const body = { name, ...keepingBody(keeping), defaults: { metadata: metadataBody(metadata), ...guardrails } }
  const isChanged = JSON.stringify(body) !== JSON.stringify(settingsOf(before))
  const saving = useAction(async (isForced: boolean) => {
    const fresh = await api.get<Organisation>(PATH)
    if (!isForced && fresh.last_updated_at !== before.last_updated_at) return setConflict(fresh)
    const saved = await api.put<Organisation>(PATH, body)
    setConflict(null)
    toast({ words: 'Saved. Applies to the next request; no restart needed.' })
    onSaved(saved)
    // The name is shown in the top bar of every page.
    if (saved.name !== before.name) loadSession()
  })
  useViewCode(isChanged ? { method: 'PUT', path: PATH, body } : { path: PATH })
  const errors = fieldErrors(saving.error)
  useFirstErrorFocus(saving.error)
  const mayChange = can('organisation_settings.update')
  return (
    <Card title="Organisation">
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          saving.run(false)
        }}
      >
        <TextField label="Name" value={name} onValue={setName} error={errors('name')} />
        <KeepingFields
          draft={keeping}
          onDraft={setKeeping}
          errors={errors}
          aboveDays="GATEWAY_RETENTION_DAYS, default 30"
          aboveBodyDays="as long as logs"
          aboveBodies="GATEWAY_LOG_BODIES, default: kept"
        />
        <BodyKeys workspaceId={null} />
        <MetadataFields
          label="Metadata added to every request"
          hint="Added in all workspaces unless the workspace, key or request sets the same name."
          draft={metadata}
          onDraft={setMetadata}
          error={errors('defaults.metadata', 'defaults')}
        />
        {can('guardrails.list') && (
          <DefaultGuardrailFields workspaceId={null} draft={guardrails} onDraft={setGuardrails} errors={errors} />
        )}
        {conflict && (
          <Conflict theirs={conflict} mine={body} onForce={() => saving.run(true)} onTake={() => onSaved(conflict)} />
        )}
        {saving.error && saving.error.param === null && <ErrorNotice error={saving.error} what="save the settings" />}
        {mayChange && (
          <div class="row-wrap">
            <Button type="submit" kind="primary" disabled={!isChanged} isBusy={saving.isRunning}>
              Save
            </Button>
            <span class="caption">
              Last changed <Time at={before.last_updated_at} /> · <a href={`/audit-log?target=${before.id}`}>history</a>
            </span>
          </div>
        )}
      </form>
    </Card>
  )
}

type Settings = ReturnType<typeof settingsOf>

function settingsOf(organisation: Organisation) {
  const { name, retention_days, body_retention_days, log_bodies, defaults } = organisation
  const metadata = { metadata: defaults.metadata, ...guardrailsOf(organisation) }
  return { name, retention_days, body_retention_days, log_bodies, defaults: metadata }
}

function guardrailsOf({ defaults }: Organisation): DefaultGuardrails {
  return { input_guardrails: defaults.input_guardrails, output_guardrails: defaults.output_guardrails }
}

type ConflictProps = {
  readonly theirs: Organisation
  readonly mine: Omit<Settings, 'retention_days' | 'body_retention_days'> &
    Readonly<Record<'retention_days' | 'body_retention_days', number | string | null>>
  readonly onForce: () => void
  readonly onTake: () => void
}

function Conflict({ theirs, mine, onForce, onTake }: ConflictProps) {
  return (
    <Notice tone="warning" title="Another user changed the settings while you were typing" isAlert>
      <p>Removed lines are the saved values, added lines are yours.</p>
      <DiffView
        label="Theirs and yours"
        before={JSON.stringify(settingsOf(theirs), null, 2)}
        after={JSON.stringify(mine, null, 2)}
      />
      <div class="row-wrap">
        <Button onClick={onForce}>Save mine</Button>
        <Button onClick={onTake}>Take theirs</Button>
      </div>
    </Notice>
  )
}

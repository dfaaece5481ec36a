/** Creates an integration, changes its settings, or replaces its credential. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { can, workspace } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { CheckField, TextAreaField, TextField } from '../../design/controls/field.tsx'
import { type FieldErrors, fieldErrors, useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { SecretField } from '../../design/forms/secret-field.tsx'
import { slugOf } from '../../design/forms/slug-of.ts'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { CredentialFields } from '../virtual-keys/credential-fields.tsx'
import { credentialBody, type KeyDraft, NEW_KEY } from '../virtual-keys/key-draft.ts'
import type { Provider } from '../virtual-keys/virtual-key.ts'
import { changeIntegration, type IntegrationDetail } from './integration.ts'

type Reach = 'all' | 'some' | 'own'

type Props = { readonly onClose: () => void; readonly onSaved: (slug: string) => void }

export function NewIntegrationDialog({ onClose, onSaved }: Props) {
  const isWide = can('organisation_integrations.create')
  const [draft, setDraft] = useState(NEW_KEY)
  const [reach, setReach] = useState<Reach>(isWide ? 'all' : 'own')
  const set = (change: Partial<KeyDraft>) => setDraft((before) => ({ ...before, ...change }))
  const providers = useResource('providers', (signal) =>
    api.get<{ data: readonly Provider[] }>('/supported-providers', { signal }),
  )
  const creating = useAction(async () => {
    const { slug } = await api.post<{ slug: string }>('/integrations', createBody(draft, reach))
    if (reach === 'all') await api.put(`/integrations/${slug}/workspaces`, { global_workspace_access: true })
    toast({ words: `The integration ${slug} is ready.` })
    onSaved(slug)
  })
  const errors = fieldErrors(creating.error)
  useFirstErrorFocus(creating.error)
  return (
    <Dialog
      title="New integration"
      onClose={onClose}
      onSubmit={() => creating.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={creating.isRunning} disabled={draft.provider === ''}>
            Create
          </Button>
        </>
      }
    >
      {providers.error && <ErrorNotice error={providers.error} what="load the providers" onRetry={providers.reload} />}
      <CredentialFields draft={draft} onDraft={set} providers={providers.data?.data ?? []} errors={errors} />
      <NameFields draft={draft} set={set} errors={errors} />
      {isWide && <ReachFields reach={reach} onReach={setReach} />}
      {creating.error && <ErrorNotice error={creating.error} what="create the integration" />}
    </Dialog>
  )
}

function createBody(draft: KeyDraft, reach: Reach) {
  const { provider, key, workspace_id, ...configurations } = credentialBody(draft) as Readonly<Record<string, unknown>>
  return {
    name: draft.name.trim() || draft.provider,
    ...(draft.slug.trim() !== '' && { slug: draft.slug.trim() }),
    ai_provider_id: provider,
    ...(key !== undefined && { key }),
    configurations,
    ...(reach === 'own' && { workspace_id }),
  }
}

type PartProps = {
  readonly draft: KeyDraft
  readonly set: (change: Partial<KeyDraft>) => void
  readonly errors: FieldErrors
}

function NameFields({ draft, set, errors }: PartProps) {
  // The id follows the name until the user edits the id.
  const rename = (name: string) => {
    const follows = draft.slug === slugOf(draft.name)
    set({ name, ...(follows && { slug: slugOf(name) }) })
  }
  return (
    <div class="integrations-pair">
      <TextField label="Name" value={draft.name} onValue={rename} error={errors('name')} />
      <TextField
        label="Id"
        isOptional
        isCode
        placeholder="made from the name"
        value={draft.slug}
        onValue={(slug) => set({ slug })}
        hint="Used in model names: @id/model."
        error={errors('slug')}
      />
    </div>
  )
}

function ReachFields({ reach, onReach }: { readonly reach: Reach; readonly onReach: (reach: Reach) => void }) {
  const choices: readonly { readonly value: Reach; readonly label: string; readonly hint: string }[] = [
    { value: 'all', label: 'All workspaces', hint: 'including those created later' },
    { value: 'some', label: 'Selected workspaces', hint: 'choose them next, with limits for each' },
    { value: 'own', label: `Only ${workspace.value?.name ?? 'this workspace'}`, hint: 'its managers can change it' },
  ]
  return (
    <fieldset class="stack-tight">
      <legend class="field-label">Who can use it</legend>
      {choices.map(({ value, label, hint }) => (
        <CheckField
          key={value}
          radioName="reach"
          label={label}
          hint={hint}
          isChecked={reach === value}
          onChecked={() => onReach(value)}
        />
      ))}
    </fieldset>
  )
}

type ChangeProps = {
  readonly of: IntegrationDetail
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}

export function ChangeDialog({ of: before, onClose, onDone }: ChangeProps) {
  const [name, setName] = useState(before.name)
  const [about, setAbout] = useState(before.description ?? '')
  const [host, setHost] = useState(before.configurations.custom_host ?? '')
  const saving = useAction(async () => {
    const isMoved = host.trim() !== (before.configurations.custom_host ?? '')
    await changeIntegration(before.slug, '', {
      name: name.trim(),
      description: about.trim() || null,
      ...(isMoved && { configurations: { custom_host: host.trim() || null } }),
    })
    toast({ words: `${name.trim()} was changed.` })
    await onDone()
  })
  const errors = fieldErrors(saving.error)
  useFirstErrorFocus(saving.error)
  return (
    <Dialog
      title={`Change ${before.name}`}
      onClose={onClose}
      onSubmit={() => saving.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={saving.isRunning} disabled={name.trim() === ''}>
            Save
          </Button>
        </>
      }
    >
      <TextField label="Name" value={name} onValue={setName} error={errors('name')} />
      <TextAreaField
        label="Description"
        isOptional
        rows={2}
        value={about}
        onValue={setAbout}
        error={errors('description')}
      />
      <TextField
        label="Base URL"
        isOptional
        isCode
        type="url"
        value={host}
        onValue={setHost}
        hint="For a self-hosted model. Include the version, such as /v1."
        error={errors('custom_host')}
      />
      {saving.error && <ErrorNotice error={saving.error} what="save the changes" />}
    </Dialog>
  )
}

export function RotateDialog({ of: integration, onClose, onDone }: ChangeProps) {
  const [secret, setSecret] = useState('')
  const saving = useAction(async () => {
    await changeIntegration(integration.slug, '', { key: secret.trim() })
    toast({ words: `${integration.name} has a new credential.` })
    await onDone()
  })
  useFirstErrorFocus(saving.error)
  return (
    <Dialog
      title={`Rotate credential of ${integration.name}`}
      onClose={onClose}
      onSubmit={() => saving.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={saving.isRunning} disabled={secret.trim() === ''}>
            Use new credential
          </Button>
        </>
      }
    >
      <SecretField
        label={`New key of ${integration.ai_provider_id}`}
        value={secret}
        onValue={setSecret}
        hint="All workspaces use it from the next request."
        error={fieldErrors(saving.error)('key')}
      />
      {saving.error && <ErrorNotice error={saving.error} what="save it" />}
    </Dialog>
  )
}

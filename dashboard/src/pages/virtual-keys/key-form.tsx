/** Creates or edits a virtual key: provider, credential, name, limits. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { DateField } from '../../design/controls/date-field.tsx'
import { TextAreaField, TextField } from '../../design/controls/field.tsx'
import { duration } from '../../design/data/format.ts'
import { type FieldErrors, fieldErrors, useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { NameAndSlug } from '../../design/forms/name-and-slug.tsx'
import { createNamed } from '../../design/forms/named.ts'
import { AlertField, BudgetFields, RateFields } from '../../design/limits/budget-fields.tsx'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { CredentialFields, isPassed, SettingField, TestResult, useCredentialTest } from './credential-fields.tsx'
import { changeBody, createBody, draftOf, type KeyDraft, NEW_KEY } from './key-draft.ts'
import { changeKey, type Provider, type VirtualKey } from './virtual-key.ts'

type KeyFormProps = { readonly onClose: () => void; readonly onSaved: (slug: string) => Promise<void> | void }

function useProviders() {
  return useResource('providers', (signal) =>
    api.get<{ data: readonly Provider[] }>('/supported-providers', { signal }),
  )
}

export function NewKeyDialog({ onClose, onSaved }: KeyFormProps) {
  const [draft, setDraft] = useState(NEW_KEY)
  const providers = useProviders()
  const set = (change: Partial<KeyDraft>) => setDraft((before) => ({ ...before, ...change }))
  const test = useCredentialTest(draft)
  const creating = useAction(async (isTested: boolean) => {
    let result = ''
    if (isTested) {
      const verdict = test.verdict && isPassed(test.verdict) ? test.verdict : await test.run()
      if (!isPassed(verdict)) return
      result = ` Test passed: status ${verdict.status} in ${duration(verdict.duration_ms)}.`
    }
    const { slug } = await createNamed(draft, ({ slug = '' }) =>
      api.post<{ slug: string }>('/virtual-keys', createBody({ ...draft, slug })),
    )
    toast({ words: `The virtual key ${slug} is ready.${result}` })
    await onSaved(slug)
  })
  const errors = fieldErrors(creating.error)
  useFirstErrorFocus(creating.error)
  return (
    <Dialog
      title="New virtual key"
      onClose={onClose}
      onSubmit={() => creating.run(true)}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {test.hasFailed && (
            <Button disabled={creating.isRunning} onClick={() => creating.run(false)}>
              Create anyway
            </Button>
          )}
          <Button type="submit" kind="primary" isBusy={creating.isRunning}>
            Test and create
          </Button>
        </>
      }
    >
      {providers.error && <ErrorNotice error={providers.error} what="load the providers" onRetry={providers.reload} />}
      <CredentialFields draft={draft} onDraft={set} providers={providers.data?.data ?? []} errors={errors} />
      <NameFields draft={draft} set={set} errors={errors} isNew />
      <LimitFields draft={draft} set={set} errors={errors} />
      <TestResult test={test} />
      {creating.error && <ErrorNotice error={creating.error} what="create the virtual key" />}
    </Dialog>
  )
}

export function EditKeyDialog({ before, onClose, onSaved }: KeyFormProps & { readonly before: VirtualKey }) {
  const providers = useProviders()
  const form = providers.data?.data.find((one) => one.slug === before.ai_provider_name)?.form
  // Secrets are changed by rotation only.
  const fields = form?.fields.filter((field) => !field.secret) ?? []
  const [draft, setDraft] = useState(() => draftOf(before))
  const set = (change: Partial<KeyDraft>) => setDraft((was) => ({ ...was, ...change }))
  const changes = changeBody(draft, before)
  const saving = useAction(async () => {
    await changeKey(before.slug, changes)
    toast({ words: `${draft.name} was changed.` })
    await onSaved(before.slug)
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
          <Button type="submit" kind="primary" isBusy={saving.isRunning} disabled={Object.keys(changes).length === 0}>
            Save
          </Button>
        </>
      }
    >
      <NameFields draft={draft} set={set} errors={errors} />
      <LimitFields draft={draft} set={set} errors={errors} isOpen />
      {before.integration_id === null && (
        <details class="fold">
          <summary>Host and settings of {before.ai_provider_name}</summary>
          <div class="stack">
            <TextField
              label="Base URL"
              isOptional
              isCode
              type="url"
              value={draft.customHost}
              onValue={(customHost) => set({ customHost })}
              error={errors('custom_host')}
            />
            {fields.map((field) => (
              <SettingField key={field.name} field={field} draft={draft} onDraft={set} errors={errors} />
            ))}
            {providers.error && (
              <ErrorNotice error={providers.error} what="load the provider’s settings" onRetry={providers.reload} />
            )}
          </div>
        </details>
      )}
      {saving.error && <ErrorNotice error={saving.error} what="save the changes" />}
    </Dialog>
  )
}

type PartProps = {
  readonly draft: KeyDraft
  readonly set: (change: Partial<KeyDraft>) => void
  readonly errors: FieldErrors
}

function NameFields({ draft, set, errors, isNew }: PartProps & { readonly isNew?: boolean }) {
  if (isNew)
    return <NameAndSlug named={draft} onNamed={set} errors={errors} hint="Model names in requests: @slug/model." />
  return <TextField label="Name" value={draft.name} onValue={(name) => set({ name })} error={errors('name')} />
}

function LimitFields({ draft, set, errors, isOpen }: PartProps & { readonly isOpen?: boolean }) {
  return (
    <>
      <BudgetFields draft={draft.budget} onDraft={(budget) => set({ budget })} errors={errors} />
      <details class="fold" open={isOpen}>
        <summary>Alert, rate limits, expiry, note</summary>
        <div class="stack">
          <AlertField draft={draft.budget} onDraft={(budget) => set({ budget })} errors={errors} />
          <RateFields drafts={draft.rates} onDrafts={(rates) => set({ rates })} errors={errors} />
          <DateField
            label="Expires (end of day)"
            isOptional
            value={draft.expires}
            onValue={(expires) => set({ expires })}
            error={errors('expires_at')}
          />
          <TextAreaField
            label="Note"
            isOptional
            rows={2}
            value={draft.note}
            onValue={(note) => set({ note })}
            error={errors('note')}
          />
        </div>
      </details>
    </>
  )
}

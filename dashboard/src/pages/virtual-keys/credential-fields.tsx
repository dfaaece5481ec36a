/** Provider, base URL and credential, with a test call. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { Combobox } from '../../design/controls/combobox.tsx'
import { SelectField, TextAreaField, TextField } from '../../design/controls/field.tsx'
import { duration } from '../../design/data/format.ts'
import type { FieldErrors } from '../../design/forms/field-errors.ts'
import { renamed } from '../../design/forms/named.ts'
import { ErrorNotice, Notice } from '../../design/states/notices.tsx'
import { credentialBody, type KeyDraft } from './key-draft.ts'
import type { FormField, Provider, Verdict } from './virtual-key.ts'

type CredentialFieldsProps = {
  readonly draft: KeyDraft
  readonly onDraft: (change: Partial<KeyDraft>) => void
  readonly providers: readonly Provider[]
  readonly errors: FieldErrors
}

export function CredentialFields({ draft, onDraft, providers, errors }: CredentialFieldsProps) {
  const provider = providers.find((one) => one.slug === draft.provider)
  // The gateway defines the fields, because it validates them.
  const form = provider?.form
  const isHostFirst = form !== undefined && form.host !== 'optional'
  const usual = form?.fields.filter((field) => field.usual) ?? []
  const others = form?.fields.filter((field) => !field.usual) ?? []
  const choices = providers.map((one) => ({
    value: one.slug,
    label: `${one.title.replace(/ \(cloud \w\)$/, '')} · ${one.slug}`,
  }))
  return (
    <div class="stack">
      <Combobox
        label="Provider"
        placeholder="Type to search"
        choices={choices}
        value={draft.provider}
        onValue={(slug) => onDraft(chosen(draft, providers, slug))}
        error={errors('provider')}
      />
      {isHostFirst && (
        <HostField draft={draft} onDraft={onDraft} errors={errors} isRequired={form?.host === 'required'} />
      )}
      {usual.map((field) => (
        <SettingField key={field.name} field={field} draft={draft} onDraft={onDraft} errors={errors} />
      ))}
      <TextField
        label="Provider key"
        isOptional={form !== undefined && form.key !== 'required'}
        type="password"
        autocomplete="off"
        isCode
        value={draft.key}
        onValue={(key) => onDraft({ key })}
        hint={keyHint(draft, provider)}
        error={errors('key', 'keys')}
      />
      {form && (!isHostFirst || others.length > 0) && (
        <details key={draft.provider} class="fold" open={!isHostFirst && draft.customHost !== ''}>
          <summary>
            {['Other host', ...others.map((field) => field.title)].slice(isHostFirst ? 1 : 0).join(', ')}
          </summary>
          <div class="stack">
            {!isHostFirst && <HostField draft={draft} onDraft={onDraft} errors={errors} />}
            {others.map((field) => (
              <SettingField key={field.name} field={field} draft={draft} onDraft={onDraft} errors={errors} />
            ))}
          </div>
        </details>
      )}
      <TestButton draft={draft} />
    </div>
  )
}

/** The suggested name follows the provider until the user types one. */
function chosen(draft: KeyDraft, providers: readonly Provider[], slug: string): Partial<KeyDraft> {
  const title = (of: string) => providers.find((one) => one.slug === of)?.title.replace(/ \(.*/, '') ?? ''
  const isUntouched = draft.name === '' || draft.name === title(draft.provider)
  return { provider: slug, settings: {}, ...(isUntouched && renamed(draft, title(slug))) }
}

function keyHint(draft: KeyDraft, provider: Provider | undefined): string {
  if (provider?.form.key === 'optional' && draft.key === '')
    return 'It works without one, unless yours was set up to want it.'
  const key = draft.key.trim()
  if (/^gw[aw]_/.test(key)) return 'This looks like a key of this gateway, not of a provider.'
  if (/\s/.test(key)) return 'There is white space inside: was it pasted whole?'
  if (draft.provider === 'openai' && key !== '' && !key.startsWith('sk-')) return 'Keys of OpenAI begin with sk-.'
  if (draft.provider === 'anthropic' && key !== '' && !key.startsWith('sk-ant-'))
    return 'Keys of Anthropic begin with sk-ant-.'
  if (provider?.form.key === 'instead') return 'Or the secret fields above instead.'
  return 'Sealed when saved, and never shown again.'
}

type OneField = Omit<CredentialFieldsProps, 'providers'>

function HostField({ draft, onDraft, errors, isRequired }: OneField & { readonly isRequired?: boolean }) {
  return (
    <TextField
      label="Base URL"
      isOptional={!isRequired}
      type="url"
      isCode
      placeholder="https://models.example.com/v1"
      value={draft.customHost}
      onValue={(customHost) => onDraft({ customHost })}
      hint="Of a privately hosted model, with its version."
      error={errors('custom_host')}
    />
  )
}

export function SettingField({ field, draft, onDraft, errors }: OneField & { readonly field: FormField }) {
  const { name, title, about, secret, required, long, choices } = field
  const shared = {
    label: title,
    hint: about,
    value: draft.settings[name] ?? '',
    onValue: (value: string) => onDraft({ settings: { ...draft.settings, [name]: value } }),
    error: errors(name),
  }
  if (choices)
    return (
      <SelectField
        {...shared}
        isOptional={!required}
        choices={[{ value: '', label: 'as usual' }, ...choices.map((value) => ({ value, label: value }))]}
      />
    )
  if (long) return <TextAreaField {...shared} isCode isOptional={!required} rows={4} />
  return <TextField {...shared} isCode type={secret ? 'password' : 'text'} autocomplete="off" isOptional={!required} />
}

function TestButton({ draft }: { readonly draft: KeyDraft }) {
  const [model, setModel] = useState('')
  const testing = useAction(async () =>
    api.post<Verdict>('/virtual-keys/test', { ...credentialBody(draft), ...(model !== '' && { model }) }),
  )
  const [verdict, setVerdict] = useState<{ readonly of: string; readonly is: Verdict } | null>(null)
  const asked = JSON.stringify([draft.provider, draft.key, draft.settings, draft.customHost])
  const current = verdict?.of === asked ? verdict.is : null
  const run = async () => {
    const is = await testing.run()
    setVerdict(is && { of: asked, is })
  }
  return (
    <div class="stack-tight">
      <div>
        <Button icon="health" isBusy={testing.isRunning} disabled={draft.provider === ''} onClick={run}>
          Test it
        </Button>
      </div>
      {testing.error && <ErrorNotice error={testing.error} what="test it" />}
      {current && (
        <>
          <VerdictNotice verdict={current} />
          {current.ok && !current.proven && (
            <TextField
              label="Model to try"
              isCode
              value={model}
              onValue={setModel}
              hint="One short answer is asked for: that proves the key."
            />
          )}
        </>
      )}
    </div>
  )
}

export function VerdictNotice({ verdict }: { readonly verdict: Verdict }) {
  const took = `${verdict.status === null ? 'No answer' : `Status ${verdict.status}`} in ${duration(verdict.duration_ms)}.`
  if (!verdict.ok) {
    return (
      <Notice tone="error" title="It does not work" isAlert>
        <p class="anywhere">{verdict.message}</p>
        <p class="caption">
          {took} {repairOf(verdict)}
        </p>
      </Notice>
    )
  }
  return (
    <Notice
      tone={verdict.proven ? 'ok' : 'warning'}
      title={verdict.proven ? 'It works' : 'Reached, not proven'}
      isAlert
    >
      <p class="anywhere">{verdict.message}</p>
      <p class="caption">{took}</p>
    </Notice>
  )
}

function repairOf({ status }: Verdict): string {
  if (status === null) return 'Check the base URL, and whether this machine may reach it.'
  if (status === 401 || status === 403) return 'Paste the key again, or make a new one at the provider.'
  if (status === 404) return 'Check the base URL: it must contain the version, such as /v1.'
  if (status === 429) return 'The provider knows the key, and it is limited now: try later or check its plan.'
  return status >= 500 ? 'The provider has trouble: try again in a moment.' : ''
}

/** Provider, base URL and credential, and their test. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { Combobox } from '../../design/controls/combobox.tsx'
import { SelectField, TextAreaField, TextField } from '../../design/controls/field.tsx'
import { duration } from '../../design/data/format.ts'
import type { FieldErrors } from '../../design/forms/field-errors.ts'
import { renamed } from '../../design/forms/named.ts'
import { SecretField } from '../../design/forms/secret-field.tsx'
import { Notice } from '../../design/states/notices.tsx'
import { credentialBody, type KeyDraft } from './key-draft.ts'
import { type FormField, inWorkspace, type Provider, type Verdict } from './virtual-key.ts'

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
      <SecretField
        label="Provider key"
        isOptional={form !== undefined && form.key !== 'required'}
        home={inWorkspace()}
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
  if (provider?.form.key === 'optional' && draft.key === '') return 'Only needed if your server requires one.'
  const key = draft.key.trim()
  if (key.startsWith('secret://')) return 'The gateway stores the reference and reads the key from the secret store.'
  if (/^gw[aw]_/.test(key)) return 'This is a key of this gateway. Paste the key of the provider.'
  if (/\s/.test(key)) return 'The key contains white space. Paste it again.'
  if (draft.provider === 'openai' && key !== '' && !key.startsWith('sk-')) return 'OpenAI keys begin with sk-.'
  if (draft.provider === 'anthropic' && key !== '' && !key.startsWith('sk-ant-'))
    return 'Anthropic keys begin with sk-ant-.'
  if (provider?.form.key === 'instead') return 'Or fill in the secret fields above.'
  return 'Stored encrypted and never shown again. Or a reference: secret://source/path#field.'
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
      hint="With the version, such as /v1."
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
        choices={[{ value: '', label: 'Default' }, ...choices.map((value) => ({ value, label: value }))]}
      />
    )
  if (long) return <TextAreaField {...shared} isCode isOptional={!required} rows={4} />
  if (secret) return <SecretField {...shared} home={inWorkspace()} isOptional={!required} />
  return <TextField {...shared} isCode autocomplete="off" isOptional={!required} />
}

export type CredentialTest = {
  /** Null if the credential was changed after its test. */
  readonly verdict: Verdict | null
  /** The newest test did not prove that the provider accepts the key. */
  readonly hasFailed: boolean
  readonly model: string
  setModel(model: string): void
  run(): Promise<Verdict>
}

export function useCredentialTest(draft: KeyDraft): CredentialTest {
  const [model, setModel] = useState('')
  const [tested, setTested] = useState<{ readonly credential: string; readonly verdict: Verdict } | null>(null)
  const credential = JSON.stringify([draft.provider, draft.key, draft.settings, draft.customHost])
  const verdict = tested?.credential === credential ? tested.verdict : null
  return {
    verdict,
    hasFailed: verdict !== null && !isPassed(verdict),
    model,
    setModel,
    async run() {
      setTested(null)
      const body = { ...credentialBody(draft), ...(model !== '' && { model }) }
      const found = await api.post<Verdict>('/virtual-keys/test', body)
      setTested({ credential, verdict: found })
      return found
    },
  }
}

/** `proven` means that the result is certain. It is also true if the provider refused the key. */
export function isPassed({ ok, proven }: Verdict): boolean {
  return ok && proven
}

/** The result of a test. If it does not prove the key, the user can name a model for a test request. */
export function TestResult({ test }: { readonly test: CredentialTest }) {
  const { verdict, model, setModel } = test
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => frame.current?.scrollIntoView({ block: 'nearest' }), [verdict])
  if (!verdict) return null
  return (
    <div class="stack-tight" ref={frame}>
      <VerdictNotice verdict={verdict} />
      {verdict.ok && !verdict.proven && (
        <TextField
          label="Model"
          isCode
          value={model}
          onValue={setModel}
          hint="The next test sends one short request to this model to verify the key."
        />
      )}
    </div>
  )
}

export function VerdictNotice({ verdict }: { readonly verdict: Verdict }) {
  const took = `${verdict.status === null ? 'No response' : `Status ${verdict.status}`} in ${duration(verdict.duration_ms)}.`
  if (!verdict.ok) {
    return (
      <Notice tone="error" title="Test failed" isAlert>
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
      title={verdict.proven ? 'Test passed' : 'Key not verified'}
      isAlert
    >
      <p class="anywhere">{verdict.message}</p>
      <p class="caption">{took}</p>
    </Notice>
  )
}

function repairOf({ status }: Verdict): string {
  if (status === null) return 'Check the base URL and whether the gateway can reach it.'
  if (status === 401 || status === 403) return 'Paste the key again, or create a new one at the provider.'
  if (status === 404) return 'Check the base URL: it must contain the version, such as /v1.'
  if (status === 429) return 'The key is valid but rate limited. Try again later, or check its plan.'
  return status >= 500 ? 'The provider failed. Try again in a moment.' : ''
}

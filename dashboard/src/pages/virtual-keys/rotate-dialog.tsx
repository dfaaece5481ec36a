/** Rotates a credential or adds one: tests it first; the old one can be kept for rollback. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { CheckField, TextField } from '../../design/controls/field.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { SecretField } from '../../design/forms/secret-field.tsx'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { VerdictNotice } from './credential-fields.tsx'
import { settingsOf } from './provider-settings.ts'
import { inWorkspace, keyPath, type Verdict, type VirtualKey } from './virtual-key.ts'

type RotateProps = {
  readonly of: VirtualKey
  /** Adds a key; the others stay active. */
  readonly isExtra?: boolean
  readonly onClose: () => void
  readonly onDone: () => void
}

type After = 'off' | 'beside' | 'remove'

const AFTERWARDS: readonly { readonly value: After; readonly label: string; readonly hint: string }[] = [
  { value: 'off', label: 'Disable', hint: 'can be enabled again' },
  { value: 'beside', label: 'Keep using it with the new one', hint: 'until you remove it' },
  { value: 'remove', label: 'Remove', hint: 'cannot be undone' },
]

export function RotateDialog({ of: key, isExtra, onClose, onDone }: RotateProps) {
  const [secret, setSecret] = useState('')
  const [weight, setWeight] = useState('1')
  const [after, setAfter] = useState<After>('off')
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const testing = useAction(async () => {
    const body = {
      ...settingsOf(key),
      ...inWorkspace(),
      provider: key.ai_provider_name,
      key: secret,
      ...(key.custom_host !== null && { custom_host: key.custom_host }),
    }
    setVerdict(await api.post<Verdict>('/virtual-keys/test', body))
  })
  const saving = useAction(async () => {
    const keys = `${keyPath(key.slug)}/keys`
    await api.post(keys, { ...inWorkspace(), key: secret, ...(isExtra && { weight: Number(weight) }) })
    // Sequential, new key first: at least one key is always active.
    for (const old of isExtra || after === 'beside' ? [] : key.keys) {
      if (after === 'remove') await api.delete(`${keys}/${old.id}`, undefined, { query: inWorkspace() })
      else if (old.status === 'active') await api.put(`${keys}/${old.id}`, { ...inWorkspace(), status: 'archived' })
    }
    toast({ words: isExtra ? 'The provider key was added.' : `${key.name} has a new credential.` })
    onDone()
    onClose()
  })
  useFirstErrorFocus(saving.error)
  return (
    <Dialog
      title={isExtra ? `Add provider key to ${key.name}` : `Rotate credential of ${key.name}`}
      onClose={onClose}
      onSubmit={() => saving.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button isBusy={testing.isRunning} disabled={secret === ''} onClick={() => testing.run()}>
            Test it
          </Button>
          <Button type="submit" kind="primary" isBusy={saving.isRunning} disabled={secret === ''}>
            {isExtra ? 'Add' : 'Use new credential'}
          </Button>
        </>
      }
    >
      <SecretField
        label={`New key of ${key.ai_provider_name}`}
        home={inWorkspace()}
        value={secret}
        onValue={(value) => {
          setSecret(value)
          setVerdict(null)
        }}
        error={fieldErrors(saving.error)('key')}
      />
      {isExtra ? (
        <TextField
          label="Weight"
          type="number"
          min={0}
          step="any"
          value={weight}
          onValue={setWeight}
          hint="Its share of requests, relative to the other keys."
          error={fieldErrors(saving.error)('weight')}
        />
      ) : (
        key.keys.length > 0 && (
          <fieldset class="stack-tight">
            <legend class="field-label">What to do with the old {key.keys.length === 1 ? 'key' : 'keys'}</legend>
            {AFTERWARDS.map(({ value, label, hint }) => (
              <CheckField
                key={value}
                radioName="afterwards"
                label={label}
                hint={hint}
                isChecked={after === value}
                onChecked={() => setAfter(value)}
              />
            ))}
          </fieldset>
        )
      )}
      {verdict && <VerdictNotice verdict={verdict} />}
      {testing.error && <ErrorNotice error={testing.error} what="test it" />}
      {saving.error && <ErrorNotice error={saving.error} what="save it" />}
    </Dialog>
  )
}

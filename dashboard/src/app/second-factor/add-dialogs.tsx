/** Dialogs that add a passkey or an authenticator app. */

import { useEffect, useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { Button } from '../../design/controls/button.tsx'
import { CopyButton } from '../../design/controls/copy-button.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { useAction } from '../use-action.ts'
import type { ChangedFactors } from './factors.ts'
import { createPasskey, type PasskeyOptions } from './passkey.ts'
import { QrCode } from './qr-code.tsx'

type AddProps = { readonly onClose: () => void; readonly onAdded: (factors: ChangedFactors) => void }

export function AddPasskeyDialog({ onClose, onAdded }: AddProps) {
  const [name, setName] = useState('')
  const adding = useAction(async () => {
    const options = await api.post<PasskeyOptions>('/users/me/passkeys/options')
    const credential = await createPasskey(options)
    onAdded(await api.post<ChangedFactors>('/users/me/passkeys', { name, credential }))
  })
  return (
    <Dialog
      title="Add passkey"
      onClose={onClose}
      onSubmit={() => name.trim() !== '' && adding.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={name.trim() === ''} isBusy={adding.isRunning}>
            Continue
          </Button>
        </>
      }
    >
      <p>Fingerprint, face, PIN or a security key. A passkey also signs you in without your password.</p>
      <TextField
        label="Name"
        hint="To recognise it later, such as “Laptop” or “Security key”."
        autocomplete="off"
        maxLength={64}
        value={name}
        onValue={setName}
      />
      <p class="caption">Ends all your other sessions.</p>
      {adding.error && <ErrorNotice error={adding.error} what="add the passkey" />}
    </Dialog>
  )
}

type NewSecret = { readonly secret: string; readonly uri: string }

export function AddTotpDialog({ onClose, onAdded }: AddProps) {
  const [made, setMade] = useState<NewSecret | null>(null)
  const [code, setCode] = useState('')
  const starting = useAction(async () => setMade(await api.post<NewSecret>('/users/me/totp')))
  const adding = useAction(async () => onAdded(await api.put<ChangedFactors>('/users/me/totp', { code })))
  useEffect(() => void starting.run(), [])
  const error = starting.error ?? adding.error
  return (
    <Dialog
      title="Add authenticator app"
      onClose={onClose}
      onSubmit={() => made !== null && adding.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={code.trim() === ''} isBusy={adding.isRunning}>
            Add
          </Button>
        </>
      }
    >
      {made && (
        <>
          <p>Scan the QR code with the app, or type the key into it. Then enter the code that the app shows.</p>
          <QrCode text={made.uri} label="QR code with the key for the authenticator app" />
          <div class="row-wrap">
            <code class="anywhere" data-secret>
              {made.secret.replace(/.{4}(?=.)/g, '$& ')}
            </code>
            <CopyButton text={made.secret} what="key" iconOnly />
          </div>
          <TextField
            label="Code"
            inputMode="numeric"
            autocomplete="one-time-code"
            maxLength={9}
            value={code}
            onValue={setCode}
          />
          <p class="caption">Ends all your other sessions.</p>
        </>
      )}
      {error && <ErrorNotice error={error} what="add the authenticator app" />}
    </Dialog>
  )
}

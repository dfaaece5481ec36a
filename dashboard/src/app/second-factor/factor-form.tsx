/** Asks for one factor: a passkey, a code, a recovery code or the password. The user can choose another method. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../design/controls/button.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { FormError } from '../sign-in/form-error.tsx'
import { useAction } from '../use-action.ts'
import { canUsePasskeys, type PasskeyOptions, usePasskey } from './passkey.ts'

export type FactorMethod = 'passkey' | 'totp' | 'recovery_code' | 'password'

type FactorFormProps = {
  readonly methods: readonly FactorMethod[]
  readonly verb: string
  readonly passkeyOptions: () => Promise<PasskeyOptions>
  /** Sends the factor: `{code}`, `{recovery_code}`, `{passkey}` or `{password}`. */
  readonly send: (factor: object) => Promise<void>
}

const FIELDS = {
  totp: { name: 'code', label: 'Code from your authenticator app', other: 'Use authenticator code' },
  recovery_code: { name: 'recovery_code', label: 'Recovery code', other: 'Use recovery code' },
  password: { name: 'password', label: 'Password', other: 'Use password' },
} as const

export function FactorForm({ methods, verb, passkeyOptions, send }: FactorFormProps) {
  const usable = methods.filter((one) => one !== 'passkey' || canUsePasskeys())
  const [method, setMethod] = useState<FactorMethod>(usable[0] ?? 'recovery_code')
  const [typed, setTyped] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const sending = useAction(async () => {
    if (method === 'passkey') return send({ passkey: await usePasskey(await passkeyOptions()) })
    await send({ [FIELDS[method].name]: typed })
  })
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>('input, button')?.focus(), [method])
  useLayoutEffect(() => {
    if (sending.error) form.current?.querySelector('input')?.select()
  }, [sending.error])
  const choose = (other: FactorMethod) => {
    setMethod(other)
    setTyped('')
    sending.clear()
  }
  return (
    <form
      ref={form}
      class="sign-in-form"
      onSubmit={(event) => {
        event.preventDefault()
        // The form is in a dialog that may be inside another form.
        event.stopPropagation()
        sending.run()
      }}
    >
      {method !== 'passkey' && (
        <TextField
          // A new input per method: Preact leaves maxLength at 0 when it removes the attribute.
          key={method}
          label={FIELDS[method].label}
          required
          value={typed}
          onValue={setTyped}
          {...(method === 'totp' && {
            inputMode: 'numeric' as const,
            autocomplete: 'one-time-code' as const,
            maxLength: 9,
          })}
          {...(method === 'recovery_code' && { autocomplete: 'off' as const, placeholder: 'xxxx-xxxx-xxxx' })}
          {...(method === 'password' && { type: 'password' as const, autocomplete: 'current-password' as const })}
        />
      )}
      {sending.error && <FormError error={sending.error} />}
      <Button type="submit" kind="primary" isBusy={sending.isRunning}>
        {method === 'passkey' ? 'Use passkey' : verb}
      </Button>
      {usable
        .filter((one) => one !== method)
        .map((one) => (
          <Button key={one} kind="quiet" onClick={() => choose(one)}>
            {one === 'passkey' ? 'Use passkey' : FIELDS[one].other}
          </Button>
        ))}
    </form>
  )
}

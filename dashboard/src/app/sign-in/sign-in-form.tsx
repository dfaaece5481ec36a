/**
 * The sign-in form. With single sign-on it asks for the e-mail address first, then continues at the identity provider
 * or with the password and the second factor. A passkey alone also signs in.
 */

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { Button } from '../../design/controls/button.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { keepDeviceCode } from '../device-code.ts'
import { canUsePasskeys, type PasskeyOptions, usePasskey } from '../second-factor/passkey.ts'
import { type Caller, enter } from '../session.ts'
import { useAction } from '../use-action.ts'
import { FormError } from './form-error.tsx'
import { type PendingSignIn, SecondStep } from './second-step.tsx'

export function SignInForm() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const [isEmailFirst, setEmailFirst] = useState(false)
  const [pending, setPending] = useState<PendingSignIn | null>(null)
  const signingIn = useAction(async () => {
    if (isEmailFirst) {
      const { authorization_url } = await api.post<{ authorization_url: string | null }>('/sso/start', { email })
      if (authorization_url === null) setEmailFirst(false)
      else {
        keepDeviceCode()
        location.assign(authorization_url)
      }
      return
    }
    const answer = await api.post<Caller | PendingSignIn>('/sessions', { email, password })
    setPassword('')
    if ('methods' in answer) setPending(answer)
    else enter(answer)
  })
  const usingPasskey = useAction(async () => {
    const options = await api.post<PasskeyOptions>('/sessions/passkey-options', { passwordless: true })
    enter(await api.post<Caller>('/sessions/second-factor', { passkey: await usePasskey(options) }))
  })
  const error = signingIn.error ?? usingPasskey.error
  useEffect(() => {
    const read = api.get<{ is_available: boolean }>('/sso')
    // Keep the password input if the user has already typed into it.
    read
      .then(({ is_available }) => is_available && setEmailFirst(passwordIn(form.current) === ''))
      .catch(() => undefined)
  }, [])
  useLayoutEffect(() => {
    if (!isEmailFirst && email !== '') form.current?.querySelector<HTMLInputElement>('input[type=password]')?.focus()
  }, [isEmailFirst])
  useLayoutEffect(() => {
    if (signingIn.error) form.current?.querySelector<HTMLInputElement>('input[type=password]')?.select()
  }, [signingIn.error])
  if (pending) return <SecondStep pending={pending} onRestart={() => setPending(null)} />
  return (
    <>
      <h1>Sign in to Gatehouse</h1>
      <form
        ref={form}
        class="sign-in-form"
        onSubmit={(event) => {
          event.preventDefault()
          signingIn.run()
        }}
      >
        <TextField
          label="E-mail address"
          type="email"
          name="email"
          autocomplete="username"
          required
          value={email}
          onValue={setEmail}
        />
        {!isEmailFirst && (
          <TextField
            label="Password"
            type="password"
            name="password"
            autocomplete="current-password"
            required
            value={password}
            onValue={setPassword}
          />
        )}
        {error && <FormError error={error} />}
        <Button type="submit" kind="primary" isBusy={signingIn.isRunning}>
          {isEmailFirst ? 'Continue' : 'Sign in'}
        </Button>
        {isEmailFirst && <Button onClick={() => setEmailFirst(false)}>Use password</Button>}
        {canUsePasskeys() && (
          <Button isBusy={usingPasskey.isRunning} onClick={() => void usingPasskey.run()}>
            Sign in with passkey
          </Button>
        )}
      </form>
      <details class="sign-in-help">
        <summary>First sign-in, or password forgotten?</summary>
        <p class="caption">
          The terminal that started the gateway shows a link for its first owner. Everyone else needs an invitation.
        </p>
        <p class="caption">Owners and admins can create a link for a new password.</p>
      </details>
    </>
  )
}

function passwordIn(form: HTMLFormElement | null): string {
  return form?.querySelector<HTMLInputElement>('input[type=password]')?.value ?? ''
}

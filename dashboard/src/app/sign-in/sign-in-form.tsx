/** The sign-in form: email address and password. */

import { useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { Button } from '../../design/controls/button.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { type Caller, enter } from '../session.ts'
import { useAction } from '../use-action.ts'
import { FormError } from './form-error.tsx'

export function SignInForm() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const signingIn = useAction(async () => enter(await api.post<Caller>('/sessions', { email, password })))
  useEffect(() => {
    if (signingIn.error) form.current?.querySelector<HTMLInputElement>('input[type=password]')?.select()
  }, [signingIn.error])
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
        <TextField
          label="Password"
          type="password"
          name="password"
          autocomplete="current-password"
          required
          value={password}
          onValue={setPassword}
        />
        {signingIn.error && <FormError error={signingIn.error} />}
        <Button type="submit" kind="primary" isBusy={signingIn.isRunning}>
          Sign in
        </Button>
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

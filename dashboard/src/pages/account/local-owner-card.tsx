/** Gives the local owner, created by the first start, an e-mail address, a name and a password. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { type Caller, enter } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { Card } from '../../design/data/card.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'

export function LocalOwnerCard() {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const saving = useAction(async () => {
    enter(await api.put<Caller>('/users/me/account', { first_name: name, email, password }))
    toast({ words: 'Your account is complete.' })
  })
  const { error } = saving
  const errors = fieldErrors(error)
  const under = { name: errors('first_name'), email: errors('email'), password: errors('password') }
  useFirstErrorFocus(error)
  return (
    <Card title="Complete your account">
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          saving.run()
        }}
      >
        <TextField
          label="First name"
          autocomplete="given-name"
          required
          value={name}
          onValue={setName}
          error={under.name}
        />
        <TextField
          label="E-mail address"
          type="email"
          autocomplete="username"
          required
          value={email}
          onValue={setEmail}
          error={under.email}
        />
        <TextField
          label="Password"
          type="password"
          autocomplete="new-password"
          required
          hint="At least 12 characters."
          value={password}
          onValue={setPassword}
          error={under.password}
        />
        {error && !under.name && !under.email && !under.password && (
          <ErrorNotice error={error} what="save the account" />
        )}
        <div>
          <Button type="submit" kind="primary" isBusy={saving.isRunning}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** Changes the user's own password; all other sessions end. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { Card } from '../../design/data/card.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'

export function PasswordCard() {
  const [before, setBefore] = useState('')
  const [after, setAfter] = useState('')
  const changing = useAction(async () => {
    await api.put('/users/me/password', { current_password: before, new_password: after })
    setBefore('')
    setAfter('')
    toast({ words: 'Password changed. All your other sessions have ended.' })
  })
  const { error } = changing
  const isWrong = error?.code === 'sign_in_failed'
  const errors = fieldErrors(error)
  const underCurrent = errors('current_password') ?? (isWrong ? error.message : null)
  const underNew = errors('new_password', 'password')
  useFirstErrorFocus(error)
  return (
    <Card title="Password">
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          changing.run()
        }}
      >
        <TextField
          label="Current password"
          type="password"
          autocomplete="current-password"
          value={before}
          onValue={setBefore}
          error={underCurrent}
        />
        <TextField
          label="New password"
          type="password"
          autocomplete="new-password"
          hint="12 characters or more. Common passwords are refused."
          value={after}
          onValue={setAfter}
          error={underNew}
        />
        {error && !underCurrent && !underNew && <ErrorNotice error={error} what="change the password" />}
        <div class="row-wrap">
          <Button type="submit" disabled={before === '' || after === ''} isBusy={changing.isRunning}>
            Change password
          </Button>
          <span class="caption">Ends all your other sessions.</span>
        </div>
      </form>
    </Card>
  )
}

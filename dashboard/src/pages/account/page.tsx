/** One's own account: who one is, what one may do where, and a new password. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { caller } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { Card } from '../../design/data/card.tsx'
import { Facts } from '../../design/data/facts.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'

export function Page() {
  const known = caller.value
  const user = known?.user
  if (!known || !user) return null
  const everywhere = user.role === 'member' ? 'no power in the organisation' : `${user.role} of the organisation`
  return (
    <div class="page page-narrow">
      <PageHead title="Your account" />
      <Card title="You">
        <Facts
          facts={[
            { name: 'Name', value: `${user.first_name} ${user.last_name}`.trim() },
            { name: 'E-mail address', value: user.email },
            { name: 'Role', value: everywhere },
            {
              name: 'Workspaces',
              value:
                known.workspaces.map((one) => (one.role ? `${one.name} (${one.role})` : one.name)).join(', ') || 'none',
            },
          ]}
        />
      </Card>
      <PasswordCard />
    </div>
  )
}

function PasswordCard() {
  const [before, setBefore] = useState('')
  const [after, setAfter] = useState('')
  const changing = useAction(async () => {
    await api.put('/users/me/password', { current_password: before, new_password: after })
    setBefore('')
    setAfter('')
    toast({ words: 'Password changed. All your other sessions have ended.' })
  })
  return (
    <Card title="Password">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          changing.run()
        }}
      >
        <TextField
          label="Current password"
          type="password"
          autocomplete="current-password"
          required
          value={before}
          onValue={setBefore}
        />
        <TextField
          label="New password"
          type="password"
          autocomplete="new-password"
          required
          minLength={12}
          hint="At least 12 characters. Your other sessions end."
          value={after}
          onValue={setAfter}
        />
        {changing.error && <ErrorNotice error={changing.error} what="change the password" />}
        <div>
          <Button type="submit" isBusy={changing.isRunning}>
            Change the password
          </Button>
        </div>
      </form>
    </Card>
  )
}

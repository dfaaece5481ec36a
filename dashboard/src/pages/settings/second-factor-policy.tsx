/** Who must have a second factor, and how many days users have to add one. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { can, loadSession } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { CheckField, SelectField, TextField } from '../../design/controls/field.tsx'
import { Card } from '../../design/data/card.tsx'
import { Time } from '../../design/data/time.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import type { Organisation } from './organisation.ts'

const REQUIRED_FOR = [
  { value: 'nobody', label: 'Nobody' },
  { value: 'admins', label: 'Owners and admins' },
  { value: 'everyone', label: 'Everyone' },
] as const

type PolicyProps = { readonly before: Organisation; readonly onSaved: (saved: Organisation) => void }

export function SecondFactorPolicy({ before, onSaved }: PolicyProps) {
  const { required_for, grace_days, accepts_sso, required_since } = before.second_factor
  const [requiredFor, setRequiredFor] = useState<string>(required_for)
  const [days, setDays] = useState(String(grace_days))
  const [acceptsSso, setAcceptsSso] = useState(accepts_sso)
  const saving = useAction(async () => {
    const grace = days.trim() === '' ? days : Number(days)
    const second_factor = { required_for: requiredFor, grace_days: grace, accepts_sso: acceptsSso }
    const saved = await api.put<Organisation>('/admin/organisation', { second_factor })
    toast({ words: 'Saved.' })
    onSaved(saved)
    // The policy may apply to this user too.
    void loadSession()
  })
  const errors = fieldErrors(saving.error)
  useFirstErrorFocus(saving.error)
  return (
    <Card title="Second factor">
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          saving.run()
        }}
      >
        <SelectField
          label="Required for"
          hint="After the grace period, users without one can only add one. API keys are not affected."
          choices={REQUIRED_FOR}
          value={requiredFor}
          onValue={setRequiredFor}
          error={errors('second_factor.required_for')}
        />
        <TextField
          label="Grace period in days"
          hint="0 to 90, from this change or the creation of the account."
          inputMode="numeric"
          value={days}
          onValue={setDays}
          error={errors('second_factor.grace_days')}
        />
        <CheckField label="Single sign-on counts as a second factor" isChecked={acceptsSso} onChecked={setAcceptsSso} />
        {saving.error && saving.error.param === null && <ErrorNotice error={saving.error} what="save the policy" />}
        <div class="row-wrap">
          {can('organisation_settings.update') && (
            <Button type="submit" isBusy={saving.isRunning}>
              Save second factor policy
            </Button>
          )}
          <span class="caption">
            <a href="/users">Users with a second factor</a>
            {required_since && (
              <>
                {' '}
                · since <Time at={required_since} />
              </>
            )}
          </span>
        </div>
      </form>
    </Card>
  )
}

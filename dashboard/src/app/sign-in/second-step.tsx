/** The second step of a sign-in: the second factor. */

import { api } from '../../api/client.ts'
import { Button } from '../../design/controls/button.tsx'
import { navigate } from '../location.ts'
import { FactorForm, type FactorMethod } from '../second-factor/factor-form.tsx'
import type { PasskeyOptions } from '../second-factor/passkey.ts'
import { type Caller, enter } from '../session.ts'

/** The response to a correct password or single sign-on if the user has a second factor. */
export type PendingSignIn = { readonly methods: readonly FactorMethod[]; readonly expires_at: string }

type SecondStepProps = {
  readonly pending: PendingSignIn
  readonly onRestart: () => void
  /** The page to open afterwards; omit to stay on the current one. */
  readonly landing?: string
}

export function SecondStep({ pending, onRestart, landing }: SecondStepProps) {
  return (
    <>
      <h1>Second factor</h1>
      <FactorForm
        methods={pending.methods}
        verb="Sign in"
        passkeyOptions={() => api.post<PasskeyOptions>('/sessions/passkey-options', {})}
        send={async (factor) => {
          const known = await api.post<Caller>('/sessions/second-factor', factor)
          if (landing !== undefined) navigate(landing, { replace: true })
          enter(known)
        }}
      />
      <p class="caption">You have five minutes and five attempts.</p>
      <Button kind="quiet" onClick={onRestart}>
        Start again
      </Button>
    </>
  )
}

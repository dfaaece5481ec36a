/** Asks the user to confirm their identity before a protected call, in a dialog above any open one. */

import { render } from 'preact'
import { api } from '../../api/client.ts'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { FactorForm, type FactorMethod } from './factor-form.tsx'
import type { PasskeyOptions } from './passkey.ts'

/** `sso`: the user has neither a password nor a second factor here. */
type StepUpMethod = FactorMethod | 'sso'

let asking: Promise<boolean> | null = null

/** Resolves with false if the user cancels. Concurrent calls share one dialog. */
export function confirmIdentity(methods: readonly unknown[]): Promise<boolean> {
  asking ??= ask(methods as readonly StepUpMethod[]).finally(() => {
    asking = null
  })
  return asking
}

function ask(methods: readonly StepUpMethod[]): Promise<boolean> {
  const root = document.createElement('div')
  document.body.append(root)
  return new Promise((resolve) => {
    const finish = (isConfirmed: boolean) => {
      render(null, root)
      root.remove()
      resolve(isConfirmed)
    }
    render(<StepUpDialog methods={methods} onFinish={finish} />, root)
  })
}

type StepUpProps = {
  readonly methods: readonly StepUpMethod[]
  readonly onFinish: (isConfirmed: boolean) => void
}

function StepUpDialog({ methods, onFinish }: StepUpProps) {
  return (
    <Dialog title="Confirm your identity" onClose={() => onFinish(false)}>
      <p>This action shows a secret, changes access or deletes something. The confirmation lasts ten minutes.</p>
      {methods.includes('sso') ? (
        <p>
          You signed in with single sign-on more than ten minutes ago. Sign out and sign in again, or add a second
          factor on your account page.
        </p>
      ) : (
        <FactorForm
          methods={methods.filter((method) => method !== 'sso')}
          verb="Confirm"
          passkeyOptions={() => api.post<PasskeyOptions>('/sessions/current/passkey-options')}
          send={async (factor) => {
            await api.post('/sessions/current/confirm', factor)
            onFinish(true)
          }}
        />
      )}
    </Dialog>
  )
}

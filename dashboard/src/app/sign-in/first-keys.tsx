/** The end of a sign-in that accepted an invitation: the keys of the invitation, then the dashboard. */

import { Button } from '../../design/controls/button.tsx'
import { SecretPanel } from '../../design/overlays/secret-panel.tsx'
import { navigate } from '../location.ts'
import { type Caller, enter } from '../session.ts'

export type Accepted = Caller & { readonly api_keys: readonly { readonly id: string; readonly key: string }[] }

/** Removes the token from the URL and the browser history first. */
export function goIn(known: Caller, landing: string): void {
  navigate(landing, { replace: true })
  enter(known)
}

/** An invitation can include a key per workspace. The secrets are in this response only. */
export function FirstKeys({ accepted }: { readonly accepted: Accepted }) {
  return (
    <>
      <h1>Your keys</h1>
      {accepted.api_keys.map((key) => (
        <SecretPanel key={key.id} secret={key.key} variable="GATEWAY_API_KEY" />
      ))}
      <Button kind="primary" onClick={() => goIn(accepted, '/')}>
        I have saved them, continue
      </Button>
    </>
  )
}

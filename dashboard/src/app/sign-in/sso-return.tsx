/** The page that the identity provider sends the browser to: finishes the sign-in, or shows the result of a test. */

import { useEffect, useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { Facts } from '../../design/data/facts.tsx'
import { takePathAfterSignIn } from '../device-code.ts'
import { currentLocation, navigate } from '../location.ts'
import { enter } from '../session.ts'
import { useAction } from '../use-action.ts'
import { type Accepted, FirstKeys } from './first-keys.tsx'
import { FormError } from './form-error.tsx'
import { type PendingSignIn, SecondStep } from './second-step.tsx'

const NAMES = ['state', 'code', 'iss', 'session_state', 'error', 'error_description']

type TestResult = {
  readonly claims: string
  readonly email: string | null
  readonly is_email_trusted: boolean
  readonly groups: readonly string[]
  readonly organisation_role: string | null
  readonly workspaces: readonly { readonly workspace_id: string; readonly role: string }[]
  readonly user: 'known' | 'linked' | 'invited' | 'new' | null
  readonly refusal: string | null
}

const USERS = {
  known: 'Signs in as a user that is linked already',
  linked: 'Links an existing user',
  invited: 'Accepts an invitation',
  new: 'Creates a new user',
}

export function SsoReturn() {
  const [result, setResult] = useState<TestResult | null>(null)
  const [pending, setPending] = useState<PendingSignIn | null>(null)
  const [accepted, setAccepted] = useState<Accepted | null>(null)
  const finishing = useAction(async () => {
    const given = new URLSearchParams(currentLocation.value.search)
    const body = Object.fromEntries([...given].filter(([name]) => NAMES.includes(name)))
    // The code must not stay in the browser history.
    history.replaceState(null, '', currentLocation.value.path)
    if (body['state']?.startsWith('t.'))
      return setResult(await api.post<TestResult>('/admin/sso-connections/test-result', body))
    const known = await api.post<Accepted | PendingSignIn>('/sso/callback', body)
    if ('methods' in known) return setPending(known)
    if (known.api_keys.length > 0) return setAccepted(known)
    navigate(takePathAfterSignIn(), { replace: true })
    enter(known)
  })
  useEffect(() => void finishing.run(), [])
  if (accepted !== null) return <FirstKeys accepted={accepted} />
  if (result !== null) return <Result result={result} />
  if (pending !== null)
    return <SecondStep pending={pending} landing="/" onRestart={() => navigate('/', { replace: true })} />
  return (
    <>
      <h1>{finishing.error ? 'Sign-in failed' : 'Signing in…'}</h1>
      {finishing.error && <FormError error={finishing.error} />}
      {finishing.error && (
        <p class="caption">
          <a href="/">Back to sign-in</a>
        </p>
      )}
    </>
  )
}

function Result({ result }: { readonly result: TestResult }) {
  const { user, refusal, email, groups, workspaces } = result
  return (
    <>
      <h1>{refusal === null ? 'The test succeeded' : 'This user could not sign in'}</h1>
      {refusal !== null && (
        <div class="notice tone-error" role="alert">
          <div class="notice-title">{refusal}</div>
        </div>
      )}
      <Facts
        facts={[
          { name: 'User', value: user === null ? 'None' : USERS[user] },
          { name: 'E-mail address', value: `${email ?? 'None'}${result.is_email_trusted ? '' : ' (not verified)'}` },
          { name: 'Groups', value: groups.join(', ') || 'None' },
          { name: 'Organisation role by groups', value: result.organisation_role ?? 'None' },
          {
            name: 'Workspaces by groups',
            value: workspaces.map(({ workspace_id, role }) => `${workspace_id}: ${role}`).join(', ') || 'None',
          },
        ]}
      />
      <details open>
        <summary>Claims</summary>
        <pre class="anywhere">{result.claims}</pre>
      </details>
      <p class="caption">Nobody was signed in. You can close this window.</p>
    </>
  )
}

/** The forms behind one-time links: claim the owner account, sign in, accept an invitation, set a new password. */

import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { Button } from '../../design/controls/button.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { navigate } from '../location.ts'
import type { Caller } from '../session.ts'
import { useAction } from '../use-action.ts'
import { type Accepted, FirstKeys, goIn } from './first-keys.tsx'
import { FormError } from './form-error.tsx'
import { type PendingSignIn, SecondStep } from './second-step.tsx'

type TokenProps = { readonly token: string }

export function ClaimForm({ token }: TokenProps) {
  const person = usePerson()
  const [email, setEmail] = useState('')
  return (
    <LinkForm
      title="Become owner"
      about="This gateway has no owner yet. The account you create here has full access."
      verb="Create account"
      landing="/welcome"
      send={() => api.post<Caller>('/claim', { token, email, ...person.names, password: person.password })}
      expired="Run gatehouse open on the gateway’s machine to get a new link."
    >
      {(error) => (
        <>
          <Names person={person} error={error} />
          <TextField
            label="E-mail address"
            type="email"
            autocomplete="username"
            required
            value={email}
            onValue={setEmail}
            error={of(error, 'email')}
          />
          <NewPassword person={person} error={error} />
        </>
      )}
    </LinkForm>
  )
}

/** For the browser that the gateway opens at its first start: signs in as the local owner, who has no password yet. */
export function SetupForm({ token }: TokenProps) {
  return (
    <LinkForm
      title="First start"
      about="Signs you in as the owner of this gateway. You set an e-mail address and a password later."
      verb="Sign in"
      landing="/welcome"
      isImmediate
      send={() => api.post<Caller>('/claim', { token })}
      expired="Run gatehouse open on the gateway’s machine to get a new link."
    >
      {() => null}
    </LinkForm>
  )
}

export function InviteForm({ token }: TokenProps) {
  const person = usePerson()
  const [accepted, setAccepted] = useState<Accepted | null>(null)
  const [isSsoRequired, setSsoRequired] = useState(false)
  useEffect(() => {
    const read = api.get<{ is_enforced: boolean }>('/sso')
    read.then(({ is_enforced }) => setSsoRequired(is_enforced)).catch(() => undefined)
  }, [])
  const accept = async (): Promise<Caller | null> => {
    const body = { token, ...person.names, password: person.password }
    const known = await api.post<Accepted>('/invites/accept', body)
    if (known.api_keys.length === 0) return known
    setAccepted(known)
    return null
  }
  if (accepted) return <FirstKeys accepted={accepted} />
  if (isSsoRequired) return <SignInWithSso />
  return (
    <LinkForm
      title="Accept invitation"
      about="Choose your name and a password; the invitation says what you may do."
      verb="Join"
      landing="/"
      send={accept}
      expired="Ask the person who invited you for a new link."
    >
      {(error) => (
        <>
          <Names person={person} error={error} />
          <NewPassword person={person} error={error} />
        </>
      )}
    </LinkForm>
  )
}

/** Shown if single sign-on is required. The sign-in finds the invitation by the e-mail address. */
function SignInWithSso() {
  return (
    <>
      <h1>Accept invitation</h1>
      <p class="page-about">
        Sign in with single sign-on, with the e-mail address that was invited. You get the roles of the invitation.
      </p>
      <Button kind="primary" onClick={() => navigate('/', { replace: true })}>
        Continue to sign-in
      </Button>
    </>
  )
}

/**
 * The token is used on click, not on page load, so that link scanners do not consume it. `isImmediate`: sends
 * on page load. This is safe if the gateway opened the browser itself, because no scanner has seen the link.
 */
export function EnterForm({ token, isImmediate = false }: TokenProps & { readonly isImmediate?: boolean }) {
  return (
    <LinkForm
      title="Sign in to Gatehouse"
      about="This link was created on the gateway’s machine. It works once."
      verb="Sign in"
      landing="/"
      isImmediate={isImmediate}
      send={() => api.post<Caller>('/sessions/link', { token })}
      expired="Run gatehouse open again on the gateway’s machine."
    >
      {() => null}
    </LinkForm>
  )
}

export function PasswordForm({ token }: TokenProps) {
  const person = usePerson()
  const [pending, setPending] = useState<PendingSignIn | null>(null)
  const send = async (): Promise<Caller | null> => {
    const answer = await api.post<Caller | PendingSignIn>('/sessions/password', { token, password: person.password })
    if (!('methods' in answer)) return answer
    setPending(answer)
    return null
  }
  if (pending) return <SecondStep pending={pending} onRestart={() => navigate('/', { replace: true })} landing="/" />
  return (
    <LinkForm
      title="Choose new password"
      about="All other sessions of your account end."
      verb="Set password and sign in"
      landing="/"
      send={send}
      expired="Ask an owner or admin for a new link."
    >
      {(error) => <NewPassword person={person} error={error} />}
    </LinkForm>
  )
}

type LinkFormProps = {
  readonly title: string
  readonly about: string
  readonly verb: string
  readonly landing: string
  readonly expired: string
  /** Sends the form on page load. */
  readonly isImmediate?: boolean
  /** Resolves with null if the user cannot continue yet: new keys or the second step of the sign-in come first. */
  readonly send: () => Promise<Caller | null>
  readonly children: (error: ApiError | null) => ComponentChildren
}

function LinkForm({ title, about, verb, landing, expired, send, children, isImmediate = false }: LinkFormProps) {
  const sending = useAction(async () => {
    const known = await send()
    if (known !== null) goIn(known, landing)
  })
  useEffect(() => {
    if (isImmediate) void sending.run()
  }, [])
  useFirstErrorFocus(sending.error)
  const isExpired = sending.error?.code === 'link_invalid'
  const isAboutField = sending.error?.param !== null && sending.error !== null && !isExpired
  return (
    <>
      <h1>{title}</h1>
      <p class="page-about">{about}</p>
      <form
        class="sign-in-form"
        onSubmit={(event) => {
          event.preventDefault()
          void sending.run()
        }}
      >
        {children(isAboutField ? sending.error : null)}
        {sending.error && !isAboutField && <FormError error={sending.error} />}
        {isExpired && <p>{expired}</p>}
        <Button type="submit" kind="primary" isBusy={sending.isRunning}>
          {verb}
        </Button>
      </form>
      <p class="caption">
        <a href="/">Sign in instead</a>
      </p>
    </>
  )
}

type PersonForm = ReturnType<typeof usePerson>

function usePerson() {
  const [first, setFirst] = useState('')
  const [last, setLast] = useState('')
  const [password, setPassword] = useState('')
  const names = { first_name: first, last_name: last }
  return { first, setFirst, last, setLast, password, setPassword, names }
}

type PartProps = { readonly person: PersonForm; readonly error: ApiError | null }

function Names({ person, error }: PartProps) {
  return (
    <div class="sign-in-pair">
      <TextField
        label="First name"
        autocomplete="given-name"
        required
        value={person.first}
        onValue={person.setFirst}
        error={of(error, 'first_name')}
      />
      <TextField
        label="Last name"
        autocomplete="family-name"
        isOptional
        value={person.last}
        onValue={person.setLast}
        error={of(error, 'last_name')}
      />
    </div>
  )
}

function NewPassword({ person, error }: PartProps) {
  return (
    <TextField
      label="Password"
      type="password"
      autocomplete="new-password"
      required
      minLength={12}
      hint="12 characters or more. Common passwords are refused."
      value={person.password}
      onValue={person.setPassword}
      error={of(error, 'password')}
    />
  )
}

/** Returns the error for the field `param`. Errors that match no field are shown under the last one. */
function of(error: ApiError | null, param: string): string | null {
  if (error === null) return null
  const isKnown = ['email', 'first_name', 'last_name', 'password'].includes(error.param ?? '')
  return error.param === param || (!isKnown && param === 'password') ? error.message : null
}

/** Entry point of the dashboard: loads the session, then shows the signed-out screens or the shell. */

import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ApiError } from './api/api-error.ts'
import { followKeyboard } from './app/keyboard.ts'
import { type AppLocation, currentLocation, followAddress } from './app/location.ts'
import { loadSession, session } from './app/session.ts'
import { isSsoReturn, readLink, SignInPage } from './app/sign-in/sign-in-page.tsx'
import { followSystemTheme } from './app/theme.ts'
import { useSelfRepair } from './app/use-self-repair.ts'
import { Announcer } from './design/states/announcer.tsx'
import { ErrorNotice } from './design/states/notices.tsx'

type ShellModule = typeof import('./app/shell/shell.tsx')
type EnrolModule = typeof import('./app/second-factor/enrol-page.tsx')

function Dashboard() {
  return (
    <>
      <Announcer />
      <CurrentScreen />
    </>
  )
}

/** One-time links and the return from an identity provider start a session themselves. */
function isByLinkAt({ path, hash }: AppLocation): boolean {
  return readLink(hash) !== null || isSsoReturn(path)
}

function CurrentScreen() {
  const now = session.value
  const isByLink = isByLinkAt(currentLocation.value)
  const cameByLink = useRef(isByLink)
  // With a one-time link in the URL the session is not loaded at startup. Load it when the user leaves the link.
  useEffect(() => {
    if (cameByLink.current && !isByLink && session.peek().state === 'unknown') loadSession()
  }, [isByLink])
  // One-time links work even if another user is signed in.
  if (now.state === 'signed-out' || isByLink) return <SignInPage />
  if (now.state === 'signed-in' && now.caller.second_factor?.must_enrol) return <LoadedEnrolment />
  if (now.state === 'signed-in') return <LoadedShell />
  if (now.state === 'failed') return <SessionError error={now.error} />
  return null
}

/** Shown if the session cannot be loaded. Retries automatically; the requested page opens when it succeeds. */
function SessionError({ error }: { readonly error: ApiError }) {
  const failures = useRef({ count: 0, last: error })
  if (failures.current.last !== error) failures.current = { count: failures.current.count + 1, last: error }
  useSelfRepair(error, failures.current.count, loadSession)
  return (
    <main class="sign-in">
      <ErrorNotice error={error} what="reach the gateway" onRetry={loadSession} asksAgain />
    </main>
  )
}

/** The shell's script is loaded after sign-in only, to keep the signed-out bundle small. */
function LoadedShell() {
  const [shell, setShell] = useState<ShellModule | null>(null)
  useEffect(() => {
    import('./app/shell/shell.tsx').then(setShell, () => location.reload())
  }, [])
  return shell ? <shell.Shell /> : null
}

function LoadedEnrolment() {
  const [enrolment, setEnrolment] = useState<EnrolModule | null>(null)
  useEffect(() => {
    import('./app/second-factor/enrol-page.tsx').then(setEnrolment, () => location.reload())
  }, [])
  return enrolment ? <enrolment.EnrolPage /> : null
}

followSystemTheme()
followAddress()
followKeyboard()
const root = document.getElementById('root')
if (root) render(<Dashboard />, root)
if (!isByLinkAt(currentLocation.value)) loadSession()

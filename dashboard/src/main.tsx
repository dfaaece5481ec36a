/** The dashboard: asks who is signed in, then shows the entrance or the house. */

import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ApiError } from './api/api-error.ts'
import { Entrance, readLink } from './app/entrance/entrance.tsx'
import { followKeyboard } from './app/keyboard.ts'
import { followAddress, place } from './app/location.ts'
import { loadSession, session } from './app/session.ts'
import { followSystemTheme } from './app/theme.ts'
import { useSelfRepair } from './app/use-self-repair.ts'
import { Announcer } from './design/states/announcer.tsx'
import { ErrorNotice } from './design/states/notices.tsx'

type ShellModule = typeof import('./app/shell/shell.tsx')

function Dashboard() {
  return (
    <>
      <Announcer />
      <Room />
    </>
  )
}

function Room() {
  const now = session.value
  const isByLink = readLink(place.value.hash) !== null
  const cameByLink = useRef(isByLink)
  // Who turns away from a link may be signed in here already; nobody has asked yet.
  useEffect(() => {
    if (cameByLink.current && !isByLink && session.peek().state === 'unknown') loadSession()
  }, [isByLink])
  // A link for a new account or password works whoever is signed in here.
  if (now.state === 'signed-out' || isByLink) return <Entrance />
  if (now.state === 'signed-in') return <House />
  if (now.state === 'failed') return <NoAnswer error={now.error} />
  return null
}

/** Nobody has to reload the page: it goes on where it wanted to go as soon as it is known who is here. */
function NoAnswer({ error }: { readonly error: ApiError }) {
  const failures = useRef({ count: 0, last: error })
  if (failures.current.last !== error) failures.current = { count: failures.current.count + 1, last: error }
  useSelfRepair(error, failures.current.count, loadSession)
  return (
    <main class="entrance">
      <ErrorNotice error={error} what="reach the gateway" onRetry={loadSession} asksAgain />
    </main>
  )
}

/** Its script comes only for those who are in: the entrance stays light. */
function House() {
  const [shell, setShell] = useState<ShellModule | null>(null)
  useEffect(() => {
    import('./app/shell/shell.tsx').then(setShell, () => location.reload())
  }, [])
  return shell ? <shell.Shell /> : null
}

followSystemTheme()
followAddress()
followKeyboard()
const root = document.getElementById('root')
if (root) render(<Dashboard />, root)
if (readLink(place.value.hash) === null) loadSession()

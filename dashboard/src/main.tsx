/** The dashboard: asks who is signed in, then shows the entrance or the house. */

import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Entrance, readLink } from './app/entrance/entrance.tsx'
import { followKeyboard } from './app/keyboard.ts'
import { followAddress, place } from './app/location.ts'
import { loadSession, session } from './app/session.ts'
import { followSystemTheme } from './app/theme.ts'
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
  if (now.state === 'failed') {
    return (
      <main class="entrance">
        <ErrorNotice error={now.error} what="reach the gateway" onRetry={loadSession} />
      </main>
    )
  }
  return null
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

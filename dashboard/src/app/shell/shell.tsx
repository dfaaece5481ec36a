/** The layout around every page: top bar, sidebar, shortcuts, command palette, and the page for the current URL. */

import type { ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type ApiError, asApiError } from '../../api/api-error.ts'
import { tryAgain, whenBackOnline } from '../../api/connection.ts'
import { observeLogs, watchVisibility } from '../../api/log-stream.ts'
import { ErrorNotice, ForbiddenNotice } from '../../design/states/notices.tsx'
import { Toasts } from '../../design/states/toasts.tsx'
import { DESTINATIONS, type Destination, findDestination } from '../destinations.ts'
import { useShortcuts } from '../keyboard.ts'
import { currentLocation, navigate } from '../location.ts'
import type { PageProps } from '../page-props.ts'
import { caller, workspace, workspaceId } from '../session.ts'
import { health, refreshHealth } from './health.ts'
import { useKeptFocus } from './keep-focus.ts'
import { KeyHelp } from './key-help.tsx'
import { OfflineStrip } from './offline-strip.tsx'
import { PageComing, PageHead } from './page-head.tsx'
import { Palette } from './palette.tsx'
import { BottomBar, Rail } from './rail.tsx'
import { NoWorkspace, TopBar } from './top-bar.tsx'

watchVisibility()

const HEARTBEAT_MS = 20_000

export function Shell() {
  const [overlay, setOverlay] = useState<'palette' | 'keys' | null>(null)
  const close = () => setOverlay(null)
  useShortcuts([
    { keys: 'mod+k', about: 'Search and commands', run: () => setOverlay('palette') },
    { keys: '?', about: 'Show all keys', run: () => setOverlay('keys') },
    { keys: '/', about: 'Filter this page', run: focusFilter },
    ...goShortcuts(),
  ])
  useHealth()
  useKeptFocus()
  return (
    <div class="shell">
      <a class="skip-link button button-primary" href="#main">
        Skip to main content
      </a>
      <header class="topbar">
        <OfflineStrip />
        {(workspace.value?.is_demo || caller.value?.is_local_owner || caller.value?.second_factor?.enrol_by) && (
          <LazyStrips />
        )}
        <TopBar onSearch={() => setOverlay('palette')} onHelp={() => setOverlay('keys')} />
      </header>
      <Rail />
      <main class="main" id="main" tabIndex={-1}>
        <CurrentPage />
      </main>
      <BottomBar />
      <Toasts />
      {overlay === 'palette' && <Palette onClose={close} />}
      {overlay === 'keys' && <KeyHelp onClose={close} />}
    </div>
  )
}

/** The banners are a separate script, loaded after the first render: most users see none. */
function LazyStrips() {
  const [strips, setStrips] = useState<typeof import('./first-steps-strips.tsx') | null>(null)
  useEffect(() => {
    // If the script does not load, there is no banner; the page itself works.
    import('./first-steps-strips.tsx').then(setStrips, () => {})
  }, [])
  return strips && <strips.FirstStepsStrips />
}

function CurrentPage() {
  const { path } = currentLocation.value
  const found = findDestination(path)
  const isHome = path === '/'
  useEffect(() => {
    if (isHome) navigate(DESTINATIONS.find((one) => one.isAllowed())?.path ?? '/health', { replace: true })
  }, [isHome])
  if (isHome) return null
  if (!found) return <NothingHere path={path} />
  const { destination, rest } = found
  if (!workspace.value && destination.group !== 'organisation' && destination.path !== '/account') {
    return (
      <div class="page">
        <PageHead title={destination.title} />
        <NoWorkspace />
      </div>
    )
  }
  if (!destination.isAllowed()) {
    return (
      <div class="page">
        <PageHead title={destination.title} />
        <ForbiddenNotice needs={destination.needs} />
      </div>
    )
  }
  // The key remounts the page on a workspace change, so no state of the previous workspace remains.
  return <LoadedPage key={`${destination.path} ${workspaceId.value}`} destination={destination} rest={rest} />
}

const loadedPages = new Map<string, ComponentType<PageProps>>()

function LoadedPage({ destination, rest }: { readonly destination: Destination; readonly rest: readonly string[] }) {
  const [Page, setPage] = useState(() => loadedPages.get(destination.path))
  const [error, setError] = useState<ApiError | null>(null)
  const [round, setRound] = useState(0)
  const isLeft = useRef(false)
  // Incrementing `round` loads the script again after an outage.
  useEffect(() => whenBackOnline(() => setRound((before) => before + 1)), [])
  useEffect(() => {
    isLeft.current = false
    setError(null)
    destination.load().then(
      (loaded) => {
        loadedPages.set(destination.path, loaded.Page)
        if (!isLeft.current) setPage(() => loaded.Page)
      },
      (thrown: unknown) => {
        setError(asApiError(thrown))
        void tryAgain()
      },
    )
    return () => {
      isLeft.current = true
    }
  }, [destination, round])
  if (Page) return <Page rest={rest} />
  // After a gateway upgrade the script has another file name. Only a page reload can find it.
  if (error) return <ErrorNotice error={error} what="load this page" onRetry={() => location.reload()} />
  return <PageComing />
}

function NothingHere({ path }: { readonly path: string }) {
  return (
    <div class="page">
      <PageHead title="Page not found" about={`There is no page at ${path}.`} />
      <p>
        <a href="/overview">Go to the overview</a>, or search with the field above.
      </p>
    </div>
  )
}

function goShortcuts() {
  return DESTINATIONS.filter((one) => one.key && one.isAllowed()).map((one) => ({
    keys: `g ${one.key}`,
    about: `Go to ${one.title}`,
    run: () => navigate(one.path),
  }))
}

/** Pages mark their filter input with `data-key="filter"`. */
function focusFilter(): void {
  document.querySelector<HTMLElement>('[data-key="filter"]')?.focus()
}

/** Checks health on navigation, when the tab is shown again, and when the log stream delivers a server error. */
function useHealth(): void {
  const { path } = currentLocation.value
  useEffect(() => {
    refreshHealth()
  }, [path, health.value.tone])
  useEffect(() => observeLogs((rows) => rows.some((row) => row.status_code >= 500) && refreshHealth()), [])
  useEffect(() => {
    const look = () => document.hidden || refreshHealth()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  // Pages without the log stream would notice an outage only at their next request.
  useEffect(() => {
    const beat = setInterval(() => document.hidden || tryAgain(), HEARTBEAT_MS)
    return () => clearInterval(beat)
  }, [])
}

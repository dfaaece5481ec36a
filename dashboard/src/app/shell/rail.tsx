/** Navigation: a sidebar on desktop, a bottom bar on phones. */

import { useEffect, useState } from 'preact/hooks'
import { streamState } from '../../api/log-stream.ts'
import { Icon } from '../../design/controls/icon.tsx'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { DESTINATIONS, type Destination, findDestination } from '../destinations.ts'
import { currentLocation } from '../location.ts'
import { health } from './health.ts'

const GROUPS = [
  { name: 'watch', title: '' },
  { name: 'build', title: 'Build' },
  { name: 'access', title: 'Access' },
  { name: 'organisation', title: 'Organisation' },
] as const

const ON_PHONES = ['/overview', '/logs', '/virtual-keys', '/health']

export function Rail() {
  return (
    <nav class="rail" aria-label="Pages">
      <PageLinks />
    </nav>
  )
}

function PageLinks() {
  const foot = allowed('foot')
  return (
    <>
      {GROUPS.map(({ name, title }) => {
        const pages = allowed(name)
        if (pages.length === 0) return null
        return (
          <div key={name}>
            {title && <div class="rail-title">{title}</div>}
            {pages.map((one) => (
              <RailLink key={one.path} to={one} />
            ))}
          </div>
        )
      })}
      <div class="rail-foot">
        {foot.map((one) => (
          <RailLink key={one.path} to={one} />
        ))}
        <a class="rail-link" href="/docs/api" target="_blank" rel="noreferrer" title="API reference">
          <Icon name="docs" />
          <span class="rail-words">API reference</span>
        </a>
      </div>
    </>
  )
}

function RailLink({ to }: { readonly to: Destination }) {
  const isHere = isCurrent(to)
  return (
    <a class="rail-link" href={to.path} title={to.title} aria-current={isHere ? 'page' : undefined}>
      <Icon name={to.icon} />
      <span class="rail-words">{to.title}</span>
      {to.path === '/logs' && streamState.value === 'live' && <LiveDot />}
      {to.path === '/health' && <HealthDot />}
    </a>
  )
}

function LiveDot() {
  return (
    <>
      <span class="sr-only">, live</span>
      <span class="dot tone-ok" title="Live" aria-hidden="true" />
    </>
  )
}

function HealthDot() {
  const { tone, words, version } = health.value
  return (
    <>
      <span class="rail-words caption">
        <span class="sr-only">{words}, version </span>
        {version}
      </span>
      <span class={`dot tone-${tone}`} title={`${words} · ${version}`} aria-hidden="true" />
    </>
  )
}

export function BottomBar() {
  const [isOpen, setOpen] = useState(false)
  const { path } = currentLocation.value
  // Navigating closes the list.
  useEffect(() => setOpen(false), [path])
  const shown = DESTINATIONS.filter((one) => ON_PHONES.includes(one.path) && one.isAllowed())
  return (
    <nav class="bottom-bar" aria-label="Main pages">
      {shown.map((one) => (
        <a key={one.path} class="bottom-link" href={one.path} aria-current={isCurrent(one) ? 'page' : undefined}>
          <Icon name={one.icon} />
          {one.path === '/virtual-keys' ? 'Keys' : one.title}
        </a>
      ))}
      <button
        type="button"
        class="bottom-link"
        aria-haspopup="dialog"
        aria-expanded={isOpen ? 'true' : 'false'}
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" />
        More
      </button>
      {isOpen && (
        <Dialog title="All pages" onClose={() => setOpen(false)}>
          <div class="more-list">
            <PageLinks />
          </div>
        </Dialog>
      )}
    </nav>
  )
}

function isCurrent(to: Destination): boolean {
  const current = findDestination(currentLocation.value.path)?.destination
  return current !== undefined && (current.parent ?? current.path) === to.path
}

function allowed(group: Destination['group']): Destination[] {
  return DESTINATIONS.filter((one) => one.group === group && one.isAllowed())
}

/** The requests selected for comparison, and the link to compare them. */

import { useCallback, useState } from 'preact/hooks'
import { useShortcuts } from '../../../app/keyboard.ts'
import { navigate } from '../../../app/location.ts'
import { Button, LinkButton } from '../../../design/controls/button.tsx'

export type Picked = {
  /** At most two, in the order of selection. */
  readonly ids: readonly string[]
  toggle(id: string): void
  clear(): void
}

export function usePicked(): Picked {
  const [ids, setIds] = useState<readonly string[]>([])
  const toggle = useCallback(
    (id: string) =>
      // A third one replaces the first.
      setIds((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id].slice(-2))),
    [],
  )
  const clear = useCallback(() => setIds([]), [])
  return { ids, toggle, clear }
}

export function CompareBar({ picked }: { readonly picked: Picked }) {
  const { ids, clear } = picked
  const href = ids.length === 2 ? `/compare/${ids.map(encodeURIComponent).join('/')}` : null
  useShortcuts([{ keys: 'd', about: 'Compare the two selected requests', run: () => href && navigate(href) }])
  if (ids.length === 0) return null
  return (
    <section class="logs-compare" aria-label="Selected requests">
      <span role="status">{href === null ? '1 of 2 selected' : '2 selected'}</span>
      {href === null ? (
        <Button size="small" kind="primary" disabled title="Select a second request">
          Compare
        </Button>
      ) : (
        <LinkButton size="small" kind="primary" href={href}>
          Compare
        </LinkButton>
      )}
      <Button size="small" onClick={clear}>
        Clear
      </Button>
    </section>
  )
}

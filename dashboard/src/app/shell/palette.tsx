/** The command palette: finds pages, actions, objects and pasted ids. */

import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon, type IconName } from '../../design/controls/icon.tsx'
import { DESTINATIONS } from '../destinations.ts'
import { navigate } from '../location.ts'
import { caller, can, chooseWorkspace, workspaceId } from '../session.ts'
import { chooseTheme } from '../theme.ts'
import { type Finding, findObjects } from './find-objects.ts'

const MAX_SHOWN = 12
const SEARCH_AFTER_MS = 150

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const listId = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const objects = useObjects(text)
  const found = [...pasted(text), ...fitting(commands(), text), ...objects].slice(0, MAX_SHOWN)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const take = (one: Finding | undefined) => {
    if (!one) return
    onClose()
    one.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt((before) => (before + step + found.length) % Math.max(1, found.length))
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      take(found[at])
    }
  }
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Search and commands"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
      onKeyDown={press}
    >
      <input
        class="input"
        role="combobox"
        aria-label="Search pages, resources and commands"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={found[at] ? `${listId}-${at}` : undefined}
        placeholder="Go to a page, find by name, or paste an id"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
      />
      <div class="palette-list" role="listbox" id={listId} aria-label="Results">
        {found.map((one, index) => (
          <div
            key={one.key}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            class="popup-item"
            aria-selected={index === at ? 'true' : 'false'}
            onPointerMove={() => setAt(index)}
            onClick={() => take(one)}
            onKeyDown={press}
          >
            <Icon name={one.icon} />
            <span class="truncate">{one.title}</span>
            <span class="palette-kind">{one.kind}</span>
          </div>
        ))}
        {found.length === 0 && (
          <div class="popup-title">No results. You can also paste the full id of a log or trace.</div>
        )}
      </div>
    </dialog>
  )
}

/** Queries the gateway when the user stops typing for a moment. */
function useObjects(text: string): readonly Finding[] {
  const [found, setFound] = useState<readonly Finding[]>([])
  useEffect(() => {
    setFound([])
    if (text.trim().length < 2) return
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      findObjects(text.trim(), workspaceId.value, leaving.signal).then(
        (all) => !leaving.signal.aborted && setFound(all),
        () => {},
      )
    }, SEARCH_AFTER_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [text])
  return found
}

function commands(): Finding[] {
  const pages = DESTINATIONS.filter((one) => one.isAllowed()).map((one) => ({
    key: one.path,
    title: one.title,
    kind: one.key ? `page · g ${one.key}` : 'page',
    icon: one.icon,
    run: () => navigate(one.path),
  }))
  const make = (scope: string, title: string, path: string, icon: IconName): Finding[] =>
    can(scope) ? [{ key: `new ${path}`, title, kind: 'action', icon, run: () => navigate(`${path}?new=1`) }] : []
  const workspaces = (caller.value?.workspaces ?? []).map((one) => ({
    key: one.id,
    title: `Switch to ${one.name}`,
    kind: 'workspace',
    icon: 'workspaces' as const,
    run: () => chooseWorkspace(one.slug),
  }))
  const themes = (['light', 'dark', 'system'] as const).map((name) => ({
    key: `theme ${name}`,
    title: `Theme: ${name}`,
    kind: 'action',
    icon: 'sun' as const,
    run: () => chooseTheme(name),
  }))
  return [
    ...pages,
    ...make('workspace_service_api_keys.create', 'Create workspace key', '/api-keys', 'plus'),
    ...make('virtual_keys.create', 'Create virtual key', '/virtual-keys', 'plus'),
    ...make('configs.create', 'Create config', '/configs', 'plus'),
    ...make('prompts.create', 'Create prompt', '/prompts', 'plus'),
    ...(workspaces.length > 1 ? workspaces : []),
    ...themes,
  ]
}

function fitting(all: readonly Finding[], text: string): Finding[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter((one) => words.every((word) => one.title.toLowerCase().includes(word)))
}

/** A pasted log or trace id links directly, without a search. */
function pasted(text: string): Finding[] {
  const id = text.trim()
  if (!/^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(id) || !can('logs.list')) return []
  return [
    { key: 'log', title: `Log ${id}`, kind: 'log', icon: 'logs', run: () => navigate(`/logs/${id}`) },
    { key: 'trace', title: `Trace ${id}`, kind: 'trace', icon: 'traces', run: () => navigate(`/traces/${id}`) },
  ]
}

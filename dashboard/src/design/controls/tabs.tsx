/** Tabs: links if each view has its own URL, ARIA tabs otherwise. */

import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

export type TabLink = { readonly href: string; readonly label: ComponentChildren; readonly isCurrent: boolean }

/** The default: every view has its own URL. */
export function LinkTabs({ label, links }: { readonly label: string; readonly links: readonly TabLink[] }) {
  return (
    <nav class="tabs" aria-label={label}>
      {links.map((link) => (
        <a key={link.href} class="tab" href={link.href} aria-current={link.isCurrent ? 'page' : undefined}>
          {link.label}
        </a>
      ))}
    </nav>
  )
}

export type Tab<Name extends string> = { readonly name: Name; readonly label: string }

type TabsProps<Name extends string> = {
  readonly label: string
  readonly tabs: readonly Tab<Name>[]
  readonly chosen: Name
  readonly onChoose: (name: Name) => void
  /** The content of the selected tab. */
  readonly children: ComponentChildren
}

export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>) {
  const id = useId()
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const at = tabs.findIndex((tab) => tab.name === chosen)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    onChoose(next.name)
    document.getElementById(`${id}-${next.name}`)?.focus()
  }
  return (
    <div class="stack-tight">
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            class="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab.name === chosen ? 'true' : 'false'}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === chosen ? 0 : -1}
            onClick={() => onChoose(tab.name)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </div>
  )
}

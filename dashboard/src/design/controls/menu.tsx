/** A button that opens a list of actions or links. */

import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'
import { usePopup } from './use-popup.ts'

export type MenuItem = {
  readonly label: ComponentChildren
  readonly onChoose?: () => void
  readonly href?: string
  readonly icon?: IconName
  readonly isDanger?: boolean
  /** Selected item of a group; shown with a check mark. */
  readonly isChecked?: boolean
}

type MenuProps = {
  /** Accessible name if the button shows only an icon. */
  readonly label: string
  readonly button?: ComponentChildren
  readonly icon?: IconName
  readonly items: readonly MenuItem[]
  readonly title?: ComponentChildren
  readonly side?: 'start' | 'end'
  readonly size?: 'usual' | 'small'
}

export function Menu({ label, button, icon = 'more', items, title, side = 'end', size = 'usual' }: MenuProps) {
  const { isOpen, anchor, toggle, close } = usePopup()
  useEffect(() => {
    if (isOpen) focusItem(anchor.current, 0)
  }, [isOpen, anchor])
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const all = itemsIn(anchor.current)
    focusItem(anchor.current, all.indexOf(document.activeElement as HTMLElement) + step)
  }
  return (
    <div class="menu-anchor" ref={anchor}>
      <button
        type="button"
        class={`button button-quiet button-${size}${button ? '' : ' button-icon'}`}
        aria-haspopup="menu"
        aria-expanded={isOpen ? 'true' : 'false'}
        aria-label={label}
        title={label}
        onClick={toggle}
      >
        {button ?? <Icon name={icon} />}
      </button>
      {isOpen && (
        <div class={`popup popup-${side}`}>
          {title && <div class="popup-title">{title}</div>}
          <div role="menu" tabIndex={-1} aria-label={label} onKeyDown={move}>
            {items.map((item, index) => (
              <MenuRow key={index} item={item} onDone={close} />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

function MenuRow({ item, onDone }: { readonly item: MenuItem; readonly onDone: () => void }) {
  const shared = {
    role: item.isChecked === undefined ? ('menuitem' as const) : ('menuitemradio' as const),
    'aria-checked': item.isChecked === undefined ? undefined : item.isChecked,
    tabIndex: -1,
    class: `popup-item${item.isDanger ? ' popup-item-danger' : ''}`,
    onClick: () => {
      onDone()
      item.onChoose?.()
    },
  }
  const inside = (
    <>
      {item.icon && <Icon name={item.icon} />}
      <span class="grow">{item.label}</span>
      {item.isChecked && <Icon name="check" />}
    </>
  )
  if (item.href) {
    return (
      <a href={item.href} {...shared}>
        {inside}
      </a>
    )
  }
  return (
    <button type="button" {...shared}>
      {inside}
    </button>
  )
}

function itemsIn(anchor: HTMLElement | null): HTMLElement[] {
  return [...(anchor?.querySelectorAll<HTMLElement>('.popup-item') ?? [])]
}

function focusItem(anchor: HTMLElement | null, index: number): void {
  const all = itemsIn(anchor)
  all[(index + all.length) % all.length]?.focus()
}

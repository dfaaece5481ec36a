/** Buttons: an action as <button>, navigation as a link with the same look. */

import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

type Look = {
  readonly kind?: 'primary' | 'plain' | 'danger' | 'quiet'
  readonly size?: 'usual' | 'small'
  readonly icon?: IconName
  /** The label. With `iconOnly` it becomes the accessible name. */
  readonly children: ComponentChildren
  readonly iconOnly?: boolean
}

type ButtonProps = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'size' | 'icon' | 'class'> & { readonly isBusy?: boolean }

export function Button(props: ButtonProps) {
  const { kind, size, icon, iconOnly, isBusy, children, type, disabled, onClick, ...rest } = props
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      class={classOf({ kind, size, iconOnly })}
      disabled={disabled}
      // Not `disabled`: a disabled button loses focus, and keyboard users would lose their position while it is busy.
      aria-disabled={isBusy ? 'true' : undefined}
      aria-busy={isBusy ? 'true' : undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.call(event.currentTarget, event)
      }}
      title={iconOnly && typeof children === 'string' ? children : rest.title}
    >
      {icon && !isBusy && <Icon name={icon} />}
      {iconOnly ? <span class="sr-only">{children}</span> : children}
    </button>
  )
}

type LinkButtonProps = Look & { readonly href: string; readonly download?: string }

export function LinkButton({ kind, size, icon, iconOnly, children, href, download }: LinkButtonProps) {
  return (
    <a href={href} download={download} class={classOf({ kind, size, iconOnly })}>
      {icon && <Icon name={icon} />}
      {iconOnly ? <span class="sr-only">{children}</span> : children}
    </a>
  )
}

function classOf({ kind = 'plain', size = 'usual', iconOnly = false }: Omit<Look, 'children'>): string {
  return `button button-${kind} button-${size}${iconOnly ? ' button-icon' : ''}`
}

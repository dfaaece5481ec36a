/** A modal dialog: the rest of the page is inert, Escape closes it, focus returns to where it was. */

import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../controls/button.tsx'

type DialogProps = {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
  /** Buttons; the primary one comes last. */
  readonly foot?: ComponentChildren
  /** Renders the dialog as a form: Enter submits it. */
  readonly onSubmit?: () => void
  readonly isWide?: boolean
  /** Ignores Escape and outside clicks, so that a secret shown once is not lost by accident. */
  readonly isPinned?: boolean
}

export function Dialog({ title, onClose, children, foot, onSubmit, isWide, isPinned }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    element?.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea):not(:disabled)')?.focus()
    return () => {
      element?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  const inside = (
    <>
      <div class="dialog-body">{children}</div>
      {foot && <div class="dialog-foot">{foot}</div>}
    </>
  )
  return (
    <dialog
      ref={dialog}
      class={`dialog${isWide ? ' dialog-wide' : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        if (!isPinned) onClose()
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        {!isPinned && (
          <Button kind="quiet" icon="close" iconOnly onClick={onClose}>
            Close
          </Button>
        )}
      </div>
      {onSubmit ? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            onSubmit()
          }}
        >
          {inside}
        </form>
      ) : (
        inside
      )}
    </dialog>
  )
}

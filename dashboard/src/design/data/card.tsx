/** A section of a page with its own heading. */

import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

type CardProps = {
  readonly title?: ComponentChildren
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

export function Card({ title, actions, children }: CardProps) {
  const id = useId()
  return (
    <section class="card" aria-labelledby={title ? id : undefined}>
      {title && (
        <div class="card-title">
          <h2 id={id}>{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  )
}

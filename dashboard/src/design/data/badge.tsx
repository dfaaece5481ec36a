/** A status as a coloured word. The word must be clear without the colour. */

import type { ComponentChildren } from 'preact'

export type Tone = 'neutral' | 'ok' | 'warning' | 'error' | 'info' | 'cache' | 'fallback' | 'accent'

export function Badge({
  tone = 'neutral',
  children,
  title,
}: {
  readonly tone?: Tone
  readonly children: ComponentChildren
  readonly title?: string
}) {
  return (
    <span class={`badge tone-${tone}`} title={title}>
      {children}
    </span>
  )
}

export function statusTone(status: number): Tone {
  if (status < 300) return 'ok'
  if (status < 400) return 'info'
  return status === 429 || status === 408 ? 'warning' : 'error'
}

/** A coloured dot with a word. */
export function DotWord({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return (
    <span class="row">
      <span class={`dot tone-${tone}`} aria-hidden="true" />
      {children}
    </span>
  )
}

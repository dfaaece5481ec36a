/** Toasts: short confirmations, with Undo where possible. */

import { signal } from '@preact/signals'
import { Button } from '../controls/button.tsx'
import { announce } from './announcer.tsx'

export type Toast = {
  readonly words: string
  readonly tone?: 'ok' | 'warning' | 'error'
  /** Undo callback. The toast is then shown for ten seconds. */
  readonly undo?: () => void
}

const shown = signal<readonly (Toast & { readonly id: number })[]>([])
const USUAL_MS = 5_000
const UNDO_MS = 10_000
const MAX_SHOWN = 4
let count = 0

export function toast(one: Toast): void {
  const id = ++count
  shown.value = [...shown.value.slice(1 - MAX_SHOWN), { ...one, id }]
  announce(one.words)
  // Errors stay until dismissed.
  if (one.tone !== 'error') setTimeout(() => remove(id), one.undo ? UNDO_MS : USUAL_MS)
}

function remove(id: number): void {
  shown.value = shown.value.filter((one) => one.id !== id)
}

export function Toasts() {
  return (
    <section class="toasts" aria-label="Messages">
      {shown.value.map(({ id, words, tone = 'ok', undo }) => (
        <div key={id} class={`toast tone-${tone}`}>
          <div class="toast-words">{words}</div>
          {undo && (
            <Button
              size="small"
              onClick={() => {
                undo()
                remove(id)
              }}
            >
              Undo
            </Button>
          )}
          <Button kind="quiet" size="small" icon="close" iconOnly onClick={() => remove(id)}>
            Dismiss
          </Button>
        </div>
      ))}
    </section>
  )
}

/** Copies a text to the clipboard and confirms it. */

import { useState } from 'preact/hooks'
import { announce } from '../states/announcer.tsx'
import { Button } from './button.tsx'

type CopyProps = {
  readonly text: string
  /** Noun in the button's name: "Copy <what>". */
  readonly what?: string
  readonly size?: 'usual' | 'small'
  readonly iconOnly?: boolean
  readonly onCopied?: () => void
}

const COPIED_MS = 1_500

export function CopyButton({ text, what, size = 'small', iconOnly, onCopied }: CopyProps) {
  const [isDone, setDone] = useState(false)
  const copy = async () => {
    await copyText(text)
    setDone(true)
    onCopied?.()
    announce(`${what ?? 'Text'} copied`)
    setTimeout(() => setDone(false), COPIED_MS)
  }
  return (
    <Button kind="quiet" size={size} icon={isDone ? 'check' : 'copy'} iconOnly={iconOnly} onClick={copy}>
      {isDone ? 'Copied' : what ? `Copy ${what}` : 'Copy'}
    </Button>
  )
}

/** Browsers allow the Clipboard API on secure pages only. Over plain HTTP, `execCommand('copy')` still works. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.setAttribute('aria-hidden', 'true')
  ;(document.querySelector('dialog[open]') ?? document.body).append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}

/** Confirmation before a destructive action: its consequences, and optionally the name to type. */

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/field.tsx'
import { ErrorNotice } from '../states/notices.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmProps = {
  readonly title: string
  /** The button label: "Delete key", "Revoke". */
  readonly verb: string
  /** The consequences, and current users of the object. */
  readonly children: ComponentChildren
  /** The name to type; omit if the damage is small. */
  readonly name?: string
  /** False while another choice is still missing. */
  readonly isReady?: boolean
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

export function ConfirmDialog({ title, verb, children, name, isReady = true, onConfirm, onClose }: ConfirmProps) {
  const [typed, setTyped] = useState('')
  const confirming = useAction(async () => {
    await onConfirm()
    onClose()
  })
  const isSure = isReady && (name === undefined || typed.trim() === name)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => isSure && confirming.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="danger" disabled={!isSure} isBusy={confirming.isRunning}>
            {verb}
          </Button>
        </>
      }
    >
      {children}
      {name !== undefined && (
        <TextField label={`Type “${name}” to continue`} autocomplete="off" value={typed} onValue={setTyped} />
      )}
      {confirming.error && <ErrorNotice error={confirming.error} what={verb.toLowerCase()} />}
    </Dialog>
  )
}

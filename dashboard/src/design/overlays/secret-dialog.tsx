/** A secret that is shown once: copied or saved, confirmed, then gone from memory. */

import { useState } from 'preact/hooks'
import { Button } from '../controls/button.tsx'
import { CheckField } from '../controls/field.tsx'
import { Dialog } from './dialog.tsx'
import { SecretPanel } from './secret-panel.tsx'

type SecretDialogProps = {
  readonly title: string
  readonly secret: string
  /** Name in a downloaded .env file. */
  readonly variable?: string
  readonly onClose: () => void
}

export function SecretDialog({ title, secret, variable = 'GATEWAY_API_KEY', onClose }: SecretDialogProps) {
  const [isStored, setStored] = useState(false)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isPinned
      foot={
        <Button kind="primary" disabled={!isStored} onClick={onClose}>
          Done
        </Button>
      }
    >
      <SecretPanel secret={secret} variable={variable} />
      <CheckField label="I stored it in a safe place" isChecked={isStored} onChecked={setStored} />
    </Dialog>
  )
}

/** Shows new recovery codes once. */

import { useState } from 'preact/hooks'
import { Button } from '../../design/controls/button.tsx'
import { CopyButton } from '../../design/controls/copy-button.tsx'
import { CheckField } from '../../design/controls/field.tsx'
import { Dialog } from '../../design/overlays/dialog.tsx'

type RecoveryCodesProps = { readonly codes: readonly string[]; readonly onClose: () => void }

export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesProps) {
  const [isSaved, setSaved] = useState(false)
  return (
    <Dialog
      title="Your recovery codes"
      onClose={onClose}
      isPinned
      foot={
        <Button kind="primary" disabled={!isSaved} onClick={onClose}>
          Done
        </Button>
      }
    >
      <p>Each code signs you in once if you lose your second factor. They are shown only now.</p>
      <div class="code-block">
        <pre data-secret>{codes.join('\n')}</pre>
      </div>
      <div class="row-wrap">
        <CopyButton text={codes.join('\n')} what="recovery codes" size="usual" />
      </div>
      <CheckField label="I have saved the codes" isChecked={isSaved} onChecked={setSaved} />
    </Dialog>
  )
}

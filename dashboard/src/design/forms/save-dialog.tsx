/** A dialog that creates or changes something. Shows why saving failed, and focuses the first input that is wrong. */

import type { ComponentChildren } from 'preact'
import type { ApiError } from '../../api/api-error.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { ErrorNotice } from '../states/notices.tsx'
import { useFirstErrorFocus } from './field-errors.ts'

type SaveDialogProps = {
  /** A noun, such as "alert rule". */
  readonly what: string
  readonly isNew: boolean
  readonly saving: { run(): unknown; readonly isRunning: boolean; readonly error: ApiError | null }
  readonly onClose: () => void
  readonly children: ComponentChildren
  /** Default: "New alert rule", or "Change alert rule". */
  readonly title?: string
  readonly isIncomplete?: boolean
  readonly isWide?: boolean
}

export function SaveDialog(props: SaveDialogProps) {
  const { what, isNew, saving, onClose, children, title, isIncomplete, isWide } = props
  useFirstErrorFocus(saving.error)
  return (
    <Dialog
      title={title ?? (isNew ? `New ${what}` : `Change ${what}`)}
      isWide={isWide ?? false}
      onClose={onClose}
      onSubmit={() => saving.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={isIncomplete} isBusy={saving.isRunning}>
            {isNew ? 'Create' : 'Save'}
          </Button>
        </>
      }
    >
      {children}
      {saving.error && <ErrorNotice error={saving.error} what={`save the ${what}`} />}
    </Dialog>
  )
}

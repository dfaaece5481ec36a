/** Conflict dialog: another user saved first. Shows both texts and lets the user choose. */

import { Button } from '../../../design/controls/button.tsx'
import { DiffView } from '../../../design/data/diff-view.tsx'
import { Time } from '../../../design/data/time.tsx'
import { Dialog } from '../../../design/overlays/dialog.tsx'
import { type ConfigDetail, pretty } from '../config-types.ts'

type ConflictDialogProps = {
  /** The newest saved version. */
  readonly theirs: ConfigDetail
  readonly mine: string
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
  readonly onClose: () => void
}

export function ConflictDialog({ theirs, mine, onKeepMine, onTakeTheirs, onClose }: ConflictDialogProps) {
  return (
    <Dialog
      title={`Version ${theirs.version} was saved in the meantime`}
      isWide
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Decide later</Button>
          <Button kind="danger" onClick={onTakeTheirs}>
            Discard mine, use theirs
          </Button>
          <Button kind="primary" onClick={onKeepMine}>
            Keep mine
          </Button>
        </>
      }
    >
      <p>
        Saved by <strong class="anywhere">{theirs.updated_by_name ?? 'someone'}</strong>{' '}
        <Time at={theirs.last_updated_at} />
        {theirs.version_note && <span class="anywhere">, who says “{theirs.version_note}”</span>}. From their version to
        your text:
      </p>
      <DiffView before={pretty(theirs.config)} after={mine} label="From their version to your text" />
      <p class="caption">
        Keeping yours does not save it yet. Your text stays in the editor; Save stores it as the version after theirs.
      </p>
    </Dialog>
  )
}

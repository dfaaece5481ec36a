/** Shows a new link to pass on, because the gateway does not e-mail links. */

import { Button } from '../../design/controls/button.tsx'
import { CopyButton } from '../../design/controls/copy-button.tsx'
import { Time } from '../../design/data/time.tsx'
import { Dialog } from '../../design/overlays/dialog.tsx'

export type MadeLink = {
  readonly title: string
  readonly about: string
  readonly link: string
  readonly expiresAt: string
}

export function LinkDialog({ made, onClose }: { readonly made: MadeLink; readonly onClose: () => void }) {
  return (
    <Dialog
      title={made.title}
      onClose={onClose}
      foot={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p>{made.about}</p>
      <LinkLine link={made.link} />
      <p class="caption">
        Works once, until <Time at={made.expiresAt} />. It is not shown again. You can create a new one at any time.
      </p>
    </Dialog>
  )
}

export function LinkLine({ link }: { readonly link: string }) {
  return (
    <div class="users-link">
      <code class="anywhere" data-link>
        {link}
      </code>
      <CopyButton text={link} what="link" size="usual" />
    </div>
  )
}

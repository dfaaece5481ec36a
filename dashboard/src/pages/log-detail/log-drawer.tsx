/** A request in a drawer next to the list; shortcuts open the previous and next one. */

import { useShortcuts } from '../../app/keyboard.ts'
import { Button } from '../../design/controls/button.tsx'
import { Drawer } from '../../design/overlays/drawer.tsx'
import type { LogLine } from '../logs/list/log-line.ts'
import { LogDetailView } from './log-detail.tsx'

type LogDrawerProps = {
  readonly id: string
  readonly line: LogLine | null
  readonly keyNames: ReadonlyMap<string, string>
  readonly previousId: string | null
  readonly nextId: string | null
  readonly onOpen: (id: string) => void
  readonly onClose: () => void
}

export function LogDrawer({ id, line, keyNames, previousId, nextId, onOpen, onClose }: LogDrawerProps) {
  useShortcuts([
    { keys: '[', about: 'Previous request', run: () => previousId && onOpen(previousId) },
    { keys: ']', about: 'Next request', run: () => nextId && onOpen(nextId) },
  ])
  return (
    <Drawer
      title="Request"
      onClose={onClose}
      actions={
        <>
          <Button
            kind="quiet"
            icon="left"
            iconOnly
            disabled={previousId === null}
            onClick={() => previousId && onOpen(previousId)}
          >
            Previous request
          </Button>
          <Button
            kind="quiet"
            icon="right"
            iconOnly
            disabled={nextId === null}
            onClick={() => nextId && onOpen(nextId)}
          >
            Next request
          </Button>
        </>
      }
    >
      <LogDetailView id={id} line={line} keyNames={keyNames} isFull={false} />
    </Drawer>
  )
}

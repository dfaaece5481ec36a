/** The list of active shortcuts, with the switch for single-letter shortcuts. */

import { CheckField } from '../../design/controls/field.tsx'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { keyWords, setSingleKeys, shortcuts, singleKeys } from '../keyboard.ts'

const EVERYWHERE = [
  { keys: 'j k', about: 'Next and previous row (arrows too)' },
  { keys: 'Enter', about: 'Open the selected row' },
  { keys: 'Esc', about: 'Close the open panel' },
]

export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const all = [...new Map([...shortcuts.value, ...EVERYWHERE].map((one) => [one.keys, one])).values()]
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="keys">
        {all.map((one) => (
          <>
            <dt>
              {keyWords(one.keys).map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{one.about}</dd>
          </>
        ))}
      </dl>
      <CheckField
        label="Single-letter shortcuts"
        hint="Turn them off if you use dictation or press keys by accident."
        isChecked={singleKeys.value}
        onChecked={setSingleKeys}
      />
    </Dialog>
  )
}

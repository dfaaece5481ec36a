/** The version's note, shown in its history. */

import { TextField } from '../../../design/controls/field.tsx'

const MAX_LETTERS = 1024

export function NoteField({ note, onNote }: { readonly note: string; readonly onNote: (note: string) => void }) {
  return (
    <TextField
      label="Note for this version"
      isOptional
      autocomplete="off"
      maxLength={MAX_LETTERS}
      placeholder="What is different, and why?"
      value={note}
      onValue={onNote}
    />
  )
}

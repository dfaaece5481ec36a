/** Input for several sets of values: every column runs each of them. */

import { useLayoutEffect, useRef } from 'preact/hooks'
import { Field } from '../../../design/controls/field.tsx'
import type { Inputs } from './read-inputs.ts'

type InputsFieldProps = {
  readonly text: string
  readonly names: readonly string[]
  readonly inputs: Inputs
  readonly onText: (text: string) => void
}

export function InputsField({ text, names, inputs, onText }: InputsFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  // Focus the input, ready for pasting.
  useLayoutEffect(() => area.current?.focus(), [])
  const order = names.length === 0 ? 'the variables' : names.join(', ')
  return (
    <Field
      label="Inputs, one per line"
      hint={`Each line: ${order}. You can paste a table from a spreadsheet, with or without its header.`}
      error={inputs.problem}
    >
      {(bound) => (
        <textarea
          {...bound}
          ref={area}
          class="input mono"
          rows={8}
          spellcheck={false}
          value={text}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

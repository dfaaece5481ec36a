/** A segmented control: a few exclusive choices side by side. */

import type { Choice } from './field.tsx'

type SegmentsProps = {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly value: string
  readonly onValue: (value: string) => void
}

export function Segments({ label, choices, value, onValue }: SegmentsProps) {
  return (
    <fieldset class="segments" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value ? 'true' : 'false'}
          disabled={choice.isDisabled}
          onClick={() => onValue(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}

/** Retention settings: which request data is stored and for how long, or inherited from the level above. */

import { SelectField, TextField } from '../controls/field.tsx'
import type { FieldErrors } from './field-errors.ts'

export type KeepingDraft = {
  /** Empty: inherited. */
  readonly days: string
  readonly bodies: '' | 'yes' | 'no'
}

export function keepingDraft(days: number | null, bodies: boolean | null): KeepingDraft {
  return { days: days === null ? '' : String(days), bodies: bodies === null ? '' : bodies ? 'yes' : 'no' }
}

export function keepingBody({ days, bodies }: KeepingDraft) {
  const number = Number(days)
  return {
    retention_days: days.trim() === '' ? null : Number.isFinite(number) ? number : days,
    log_bodies: bodies === '' ? null : bodies === 'yes',
  }
}

type KeepingFieldsProps = {
  readonly draft: KeepingDraft
  readonly onDraft: (draft: KeepingDraft) => void
  readonly errors: FieldErrors
  /** The inherited value as text: "as the organisation: 60 days". */
  readonly aboveDays: string
  readonly aboveBodies: string
}

export function KeepingFields({ draft, onDraft, errors, aboveDays, aboveBodies }: KeepingFieldsProps) {
  return (
    <>
      <SelectField
        label="Bodies of requests and responses"
        value={draft.bodies}
        onValue={(bodies) => onDraft({ ...draft, bodies: bodies === 'yes' || bodies === 'no' ? bodies : '' })}
        choices={[
          { value: '', label: `Inherited (${aboveBodies})` },
          { value: 'yes', label: 'Kept' },
          { value: 'no', label: 'Not kept: only status, cost and timing' },
        ]}
        hint="Applies to new requests. A single request can opt out."
        error={errors('log_bodies')}
      />
      <TextField
        label="Days that logs are kept"
        isOptional
        type="number"
        min={1}
        max={3650}
        placeholder={`Inherited (${aboveDays})`}
        value={draft.days}
        onValue={(days) => onDraft({ ...draft, days })}
        hint="1 to 3650. Older logs are deleted permanently."
        error={errors('retention_days')}
      />
    </>
  )
}

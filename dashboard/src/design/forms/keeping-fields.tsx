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
          { value: '', label: `Not set here: ${aboveBodies}` },
          { value: 'yes', label: 'Kept in the logs' },
          { value: 'no', label: 'Not kept: only facts such as status, cost and time' },
        ]}
        hint="Holds for requests from now on; a single request can ask not to be kept."
        error={errors('log_bodies')}
      />
      <TextField
        label="Days that logs are kept"
        isOptional
        type="number"
        min={1}
        max={3650}
        placeholder={aboveDays}
        value={draft.days}
        onValue={(days) => onDraft({ ...draft, days })}
        hint={`1 to 3650. Left empty: ${aboveDays}. Older logs are deleted for good.`}
        error={errors('retention_days')}
      />
    </>
  )
}

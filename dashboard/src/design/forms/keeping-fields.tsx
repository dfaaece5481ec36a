/** Retention settings: which request data is stored and for how long, or inherited from the level above. */

import { SelectField, TextField } from '../controls/field.tsx'
import type { FieldErrors } from './field-errors.ts'

export type KeepingDraft = {
  /** Empty: inherited. */
  readonly days: string
  /** Empty: inherited. */
  readonly bodyDays: string
  readonly bodies: '' | 'yes' | 'no'
}

type Kept = {
  readonly retention_days: number | null
  readonly body_retention_days: number | null
  readonly log_bodies: boolean | null
}

export function keepingDraft({ retention_days, body_retention_days, log_bodies }: Kept): KeepingDraft {
  return {
    days: retention_days === null ? '' : String(retention_days),
    bodyDays: body_retention_days === null ? '' : String(body_retention_days),
    bodies: log_bodies === null ? '' : log_bodies ? 'yes' : 'no',
  }
}

export const INHERITED_KEEPING: KeepingDraft = { days: '', bodyDays: '', bodies: '' }

/** Text that is not a number is sent unchanged, so that the error of the gateway names the field. */
function daysOf(text: string): number | string | null {
  if (text.trim() === '') return null
  return Number.isFinite(Number(text)) ? Number(text) : text
}

export function keepingBody({ days, bodyDays, bodies }: KeepingDraft) {
  return {
    retention_days: daysOf(days),
    body_retention_days: daysOf(bodyDays),
    log_bodies: bodies === '' ? null : bodies === 'yes',
  }
}

type KeepingFieldsProps = {
  readonly draft: KeepingDraft
  readonly onDraft: (draft: KeepingDraft) => void
  readonly errors: FieldErrors
  /** The inherited value as text: "as the organisation: 60 days". */
  readonly aboveDays: string
  readonly aboveBodyDays: string
  readonly aboveBodies: string
}

export function KeepingFields({ draft, onDraft, errors, aboveDays, aboveBodyDays, aboveBodies }: KeepingFieldsProps) {
  return (
    <>
      <SelectField
        label="Request and response bodies"
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
        label="Log retention (days)"
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
      <TextField
        label="Body retention (days)"
        isOptional
        type="number"
        min={1}
        max={3650}
        placeholder={`Inherited (${aboveBodyDays})`}
        value={draft.bodyDays}
        onValue={(bodyDays) => onDraft({ ...draft, bodyDays })}
        hint="1 to 3650. Bodies are deleted with their log at the latest."
        error={errors('body_retention_days')}
      />
    </>
  )
}

/** The inputs of one budget: type, limit, reset period and alert threshold. */

import { Button } from '../controls/button.tsx'
import { SelectField, TextField } from '../controls/field.tsx'
import { percent } from '../data/format.ts'
import type { FieldErrors } from '../forms/field-errors.ts'
import { type BudgetType, RATE_UNITS, type RateLimit, type RateUnit } from './limit-types.ts'
import type { BudgetDraft, RateDraft, ResetRule } from './limits-draft.ts'

const TYPES: Readonly<Record<BudgetType, string>> = { cost: 'US dollars', tokens: 'tokens', requests: 'requests' }

const RESETS = [
  { value: 'monthly', label: 'each month' },
  { value: 'weekly', label: 'each week' },
  { value: 'days', label: 'every … days' },
  { value: 'never', label: 'never' },
]

type BudgetFieldsProps = {
  readonly draft: BudgetDraft
  readonly onDraft: (draft: BudgetDraft) => void
  readonly errors: FieldErrors
  /** Path prefix of the fields in the body: `usage_limits.`, or empty. */
  readonly prefix?: string
  readonly types?: readonly BudgetType[]
  /** The type cannot be changed after creation. */
  readonly isTypeFixed?: boolean
  readonly isRequired?: boolean
}

export function BudgetFields(props: BudgetFieldsProps) {
  const {
    draft,
    onDraft,
    errors,
    prefix = 'usage_limits.',
    types = ['cost', 'tokens'],
    isTypeFixed,
    isRequired,
  } = props
  const set = (change: Partial<BudgetDraft>) => onDraft({ ...draft, ...change })
  return (
    <div class="limits-grid">
      <TextField
        label="Budget"
        isOptional={!isRequired}
        placeholder={isRequired ? undefined : 'no limit'}
        type="text"
        value={draft.limit}
        onValue={(limit) => set({ limit })}
        error={errors(`${prefix}credit_limit`, prefix.slice(0, -1))}
      />
      <SelectField
        label="Counted in"
        value={draft.type}
        disabled={isTypeFixed}
        onValue={(type) => set({ type: type as BudgetType })}
        choices={types.map((type) => ({ value: type, label: TYPES[type] }))}
        error={errors(`${prefix}type`)}
      />
      <SelectField
        label="Resets"
        value={draft.reset}
        onValue={(reset) => set({ reset: reset as ResetRule })}
        choices={RESETS}
        error={errors(`${prefix}periodic_reset`)}
      />
      {draft.reset === 'days' && (
        <TextField
          label="Days"
          type="number"
          min={1}
          max={365}
          value={draft.days}
          onValue={(days) => set({ days })}
          error={errors(`${prefix}periodic_reset_days`)}
        />
      )}
    </div>
  )
}

type AlertFieldProps = Pick<BudgetFieldsProps, 'draft' | 'onDraft' | 'errors' | 'prefix'>

export function AlertField({ draft, onDraft, errors, prefix = 'usage_limits.' }: AlertFieldProps) {
  const share = Number(draft.alert) / Number(draft.limit)
  const at = draft.alert !== '' && share > 0 ? ` Now at ${percent(share)} of the budget.` : ''
  return (
    <TextField
      label="Alert threshold"
      isOptional
      type="text"
      value={draft.alert}
      onValue={(alert) => onDraft({ ...draft, alert })}
      hint={`In ${TYPES[draft.type]}, below the budget.${at} Sent once per period.`}
      error={errors(`${prefix}alert_threshold`)}
    />
  )
}

type RateFieldsProps = {
  readonly drafts: readonly RateDraft[]
  readonly onDrafts: (drafts: readonly RateDraft[]) => void
  readonly errors: FieldErrors
}

export function RateFields({ drafts, onDrafts, errors }: RateFieldsProps) {
  const set = (at: number, change: Partial<RateDraft>) =>
    onDrafts(drafts.map((draft, index) => (index === at ? { ...draft, ...change } : draft)))
  return (
    <fieldset class="stack-tight">
      <legend class="field-label">Rate limits</legend>
      {drafts.map((draft, index) => (
        <div key={index} class="limits-rate">
          <TextField
            label={`Limit of rate limit ${index + 1}`}
            hideLabel
            type="text"
            placeholder="600"
            value={draft.value}
            onValue={(value) => set(index, { value })}
            error={errors(`rate_limits[${index}].value`, `rate_limits[${index}]`)}
          />
          <SelectField
            label={`Unit of rate limit ${index + 1}`}
            hideLabel
            value={draft.type}
            onValue={(type) => set(index, { type: type as RateLimit['type'] })}
            choices={[
              { value: 'requests', label: 'requests' },
              { value: 'tokens', label: 'tokens' },
            ]}
          />
          <SelectField
            label={`Period of rate limit ${index + 1}`}
            hideLabel
            value={draft.unit}
            onValue={(unit) => set(index, { unit: unit as RateUnit })}
            choices={RATE_UNITS}
          />
          <Button
            kind="quiet"
            icon="trash"
            iconOnly
            onClick={() => onDrafts(drafts.filter((_, other) => other !== index))}
          >
            {`Remove rate limit ${index + 1}`}
          </Button>
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon="plus"
          onClick={() =>
            onDrafts([...drafts, { type: 'requests', unit: drafts.length === 0 ? 'rpm' : 'rpd', value: '' }])
          }
        >
          Add rate limit
        </Button>
      </div>
    </fieldset>
  )
}

/** Conditions of a policy, and the fields it groups by. */

import { Button } from '../../design/controls/button.tsx'
import { Combobox } from '../../design/controls/combobox.tsx'
import { TextField } from '../../design/controls/field.tsx'
import type { FieldErrors } from '../../design/forms/field-errors.ts'
import { KEY_LABELS } from './policy.ts'

export type ConditionDraft = { readonly key: string; readonly value: string; readonly excludes: string }

const KEYS = Object.entries(KEY_LABELS).map(([value, label]) => ({ value, label }))

type ConditionFieldsProps = {
  readonly conditions: readonly ConditionDraft[]
  readonly onConditions: (conditions: readonly ConditionDraft[]) => void
  readonly errors: FieldErrors
}

export function ConditionFields({ conditions, onConditions, errors }: ConditionFieldsProps) {
  const set = (at: number, change: Partial<ConditionDraft>) =>
    onConditions(conditions.map((one, index) => (index === at ? { ...one, ...change } : one)))
  return (
    <fieldset class="stack-tight">
      <legend class="field-label">Applies to requests that match all conditions</legend>
      {conditions.length === 0 && <p class="caption">No condition: it applies to every request.</p>}
      {conditions.map((condition, index) => {
        const at = `conditions[${index}]`
        return (
          <div key={index} class="policy-condition">
            <Combobox
              label={`Field of condition ${index + 1}`}
              hideLabel
              isFree
              placeholder="provider, metadata.team, …"
              choices={KEYS}
              value={condition.key}
              onValue={(key) => set(index, { key })}
              error={errors(`${at}.key`)}
            />
            <TextField
              label={`Values of condition ${index + 1}`}
              hideLabel
              isCode
              placeholder="is: openai, groq or *"
              value={condition.value}
              onValue={(value) => set(index, { value })}
              error={errors(`${at}.value`, at)}
            />
            <TextField
              label={`Excluded values of condition ${index + 1}`}
              hideLabel
              isCode
              placeholder="but not…"
              value={condition.excludes}
              onValue={(excludes) => set(index, { excludes })}
              error={errors(`${at}.excludes`)}
            />
            <Button
              kind="quiet"
              icon="trash"
              iconOnly
              onClick={() => onConditions(conditions.filter((_, other) => other !== index))}
            >
              {`Remove condition ${index + 1}`}
            </Button>
          </div>
        )
      })}
      <div>
        <Button
          size="small"
          icon="plus"
          onClick={() => onConditions([...conditions, { key: 'provider', value: '', excludes: '' }])}
        >
          Add condition
        </Button>
      </div>
      <p class="caption">
        Separate values with commas; * matches any. Metadata is <code>metadata.name</code>; models are{' '}
        <code>gpt-4o</code> or <code>@virtual-key/*</code>.
      </p>
    </fieldset>
  )
}

type GroupFieldsProps = {
  readonly groups: readonly string[]
  readonly onGroups: (groups: readonly string[]) => void
  readonly errors: FieldErrors
  readonly isFixed: boolean
}

export function GroupFields({ groups, onGroups, errors, isFixed }: GroupFieldsProps) {
  if (isFixed) {
    return (
      <TextField
        label="Separate limit for each"
        value={groups.map((key) => KEY_LABELS[key] ?? key).join(' and ')}
        onValue={() => {}}
        disabled
        hint="Cannot be changed."
      />
    )
  }
  return (
    <fieldset class="stack-tight">
      <legend class="field-label">Separate limit for each</legend>
      {groups.map((key, index) => (
        <div key={index} class="policy-group">
          <Combobox
            label={`Group ${index + 1}`}
            hideLabel
            isFree
            choices={KEYS}
            value={key}
            onValue={(value) => onGroups(groups.map((one, at) => (at === index ? value : one)))}
            error={errors(`group_by[${index}].key`, ...(index === 0 ? ['group_by'] : []))}
          />
          {groups.length > 1 && (
            <Button kind="quiet" icon="trash" iconOnly onClick={() => onGroups(groups.filter((_, at) => at !== index))}>
              {`Remove group ${index + 1}`}
            </Button>
          )}
        </div>
      ))}
      {groups.length < 5 && (
        <div>
          <Button size="small" icon="plus" onClick={() => onGroups([...groups, 'model'])}>
            And each
          </Button>
        </div>
      )}
    </fieldset>
  )
}

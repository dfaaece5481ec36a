/** The checks of a guardrail in the editor. */

import { Button } from '../../design/controls/button.tsx'
import { CheckField, SelectField } from '../../design/controls/field.tsx'
import type { FieldErrors } from '../../design/forms/field-errors.ts'
import { type DraftCheck, draftCheck } from './draft.ts'
import type { CheckKind } from './guardrail.ts'
import { ParameterFields } from './parameter-fields.tsx'

type ListProps = {
  readonly kinds: readonly CheckKind[]
  readonly checks: readonly DraftCheck[]
  readonly onChecks: (checks: readonly DraftCheck[]) => void
  readonly errors: FieldErrors
}

export function CheckList({ kinds, checks, onChecks, errors }: ListProps) {
  const change = (key: number, part: Partial<DraftCheck>) =>
    onChecks(checks.map((check) => (check.key === key ? { ...check, ...part } : check)))
  const add = () => onChecks([...checks, draftCheck({ id: kinds[0]?.id ?? 'default.regexMatch', parameters: {} })])
  return (
    <section class="stack-tight" aria-label="Checks">
      <h2>Checks</h2>
      {checks.map((check, index) => (
        <CheckRow
          key={check.key}
          check={check}
          number={index + 1}
          kinds={kinds}
          errors={errors}
          onChange={(part) => change(check.key, part)}
          onRemove={() => onChecks(checks.filter(({ key }) => key !== check.key))}
        />
      ))}
      {checks.length === 0 && <p class="muted">A guardrail needs at least one check.</p>}
      {errors('checks') && <p class="field-error">{errors('checks')}</p>}
      <div>
        <Button icon="plus" onClick={add}>
          Add check
        </Button>
      </div>
    </section>
  )
}

type RowProps = {
  readonly check: DraftCheck
  readonly number: number
  readonly kinds: readonly CheckKind[]
  readonly errors: FieldErrors
  readonly onChange: (part: Partial<DraftCheck>) => void
  readonly onRemove: () => void
}

function CheckRow({ check, number, kinds, errors, onChange, onRemove }: RowProps) {
  const kind = kinds.find(({ id }) => id === check.id)
  const path = `checks[${number - 1}]`
  const choices = kinds.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <fieldset class="guardrails-check">
      <legend class="sr-only">Check {number}</legend>
      <div class="guardrails-check-head">
        <SelectField
          label={`Check ${number}`}
          value={check.id}
          onValue={(id) => onChange({ id, parameters: {} })}
          choices={kind ? choices : [{ value: check.id, label: check.id }, ...choices]}
          hint={kind?.description}
          error={errors(`${path}.id`)}
        />
        <Button kind="quiet" icon="trash" iconOnly onClick={onRemove}>
          {`Remove check ${number}`}
        </Button>
      </div>
      {kind && (
        <ParameterFields
          key={check.id}
          schema={kind.parameters}
          parameters={check.parameters ?? {}}
          onParameters={(parameters) => onChange({ parameters })}
          errors={errors}
          path={`${path}.parameters`}
        />
      )}
      {kind?.directions.length === 1 && (
        <p class="caption">{kind.directions[0] === 'input' ? 'For requests only.' : 'For responses only.'}</p>
      )}
      <CheckField
        label="Enabled"
        isChecked={check.is_enabled !== false}
        onChecked={(isEnabled) => onChange({ is_enabled: isEnabled })}
      />
    </fieldset>
  )
}

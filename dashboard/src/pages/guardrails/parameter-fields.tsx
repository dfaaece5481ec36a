/** The form of a check's parameters, generated from their JSON schema. */

import { useState } from 'preact/hooks'
import { CheckField, SelectField, TextAreaField, TextField } from '../../design/controls/field.tsx'
import type { FieldErrors } from '../../design/forms/field-errors.ts'
import type { ParameterSchema, Parameters } from './guardrail.ts'
import { kindOf, readText, textOf, withParameter } from './parameter-texts.ts'

type FieldsProps = {
  readonly schema: ParameterSchema
  readonly parameters: Parameters
  readonly onParameters: (parameters: Parameters) => void
  readonly errors: FieldErrors
  /** Path of the parameters in the body, such as `checks[0].parameters`. */
  readonly path: string
}

export function ParameterFields({ schema, parameters, onParameters, errors, path }: FieldsProps) {
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return <p class="muted">No parameters.</p>
  return (
    <div class="guardrails-parameters">
      {fields.map(([name, one]) => (
        <ParameterField
          key={name}
          name={name}
          schema={one}
          isRequired={schema.required?.includes(name) === true && one.default === undefined}
          value={parameters[name]}
          onValue={(value) => onParameters(withParameter(parameters, name, value))}
          error={errors(`${path}.${name}`)}
        />
      ))}
    </div>
  )
}

type FieldProps = {
  readonly name: string
  readonly schema: ParameterSchema
  readonly isRequired: boolean
  readonly value: unknown
  readonly onValue: (value: unknown) => void
  readonly error: string | null
}

function ParameterField({ name, schema, isRequired, value, onValue, error }: FieldProps) {
  // Keeps the typed text: `1.` or incomplete JSON is not a value yet.
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: unknown } | null>(null)
  const text = typed && same(typed.value, value) ? typed.text : textOf(schema, value)
  const type = (next: string) => {
    const read = readText(schema, next)
    setTyped({ text: next, value: read })
    onValue(read)
  }
  const kind = kindOf(schema)
  const preset = schema.default === undefined ? '' : textOf(schema, schema.default)
  const field = {
    label: name,
    hint: schema.description,
    error,
    isOptional: !isRequired,
    value: text,
    onValue: type,
  }
  switch (kind) {
    case 'flag':
      return (
        <CheckField
          label={name}
          hint={schema.description}
          isChecked={value === undefined ? schema.default === true : value === true}
          onChecked={(isChecked) => onValue(isChecked)}
        />
      )
    case 'choice':
      return (
        <SelectField
          {...field}
          choices={[
            { value: '', label: preset === '' ? '—' : `${preset} (default)` },
            ...(schema.enum ?? []).map((one) => ({ value: String(one), label: String(one) })),
          ]}
        />
      )
    case 'choices':
      return <ChoiceList name={name} schema={schema} value={value} onValue={onValue} error={error} />
    case 'lines':
      return <TextAreaField {...field} rows={3} isCode placeholder="One per line" />
    case 'long-text':
      return <TextAreaField {...field} rows={3} placeholder={preset} />
    case 'json':
      return <TextAreaField {...field} rows={4} isCode placeholder={preset || 'JSON'} />
    case 'number':
      return <TextField {...field} placeholder={preset} />
    case 'text':
      return <TextField {...field} isCode placeholder={preset} />
  }
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Longer lists are collapsed. */
const MAX_SHOWN = 12

type ChoiceListProps = Omit<FieldProps, 'isRequired'>

function ChoiceList({ name, schema, value, onValue, error }: ChoiceListProps) {
  const chosen = Array.isArray(value) ? value.map(String) : []
  const all = (schema.items?.enum ?? []).map(String)
  const toggle = (one: string, isChosen: boolean) => {
    const next = all.filter((known) => (known === one ? isChosen : chosen.includes(known)))
    onValue(next.length === 0 ? undefined : next)
  }
  const boxes = all.map((one) => (
    <CheckField
      key={one}
      label={one}
      isChecked={chosen.includes(one)}
      onChecked={(isChosen) => toggle(one, isChosen)}
    />
  ))
  const summary = chosen.length === 0 ? 'None selected: the default.' : `${chosen.length} of ${all.length} selected.`
  return (
    <fieldset class="guardrails-choices">
      <legend class="field-label">{name}</legend>
      {all.length <= MAX_SHOWN ? (
        <div class="guardrails-boxes">{boxes}</div>
      ) : (
        <details class="fold">
          <summary>{summary}</summary>
          <div class="guardrails-boxes">{boxes}</div>
        </details>
      )}
      {schema.description && <p class="field-hint">{schema.description}</p>}
      {all.length <= MAX_SHOWN && <p class="field-hint">{summary}</p>}
      {error && <p class="field-error">{error}</p>}
    </fieldset>
  )
}

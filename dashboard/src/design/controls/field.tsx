/** One input with its label, hint and error bound together, so that all of them are read out with it. */

import type { ComponentChildren, Ref } from 'preact'
import { useId } from 'preact/hooks'

type FieldProps = {
  readonly label: string
  readonly hint?: ComponentChildren
  readonly error?: string | null
  readonly isOptional?: boolean
  /** Seen by nobody but screen readers: for filters beside a table, never for forms. */
  readonly hideLabel?: boolean
}

type Bound = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': 'true' | undefined
}

/** For inputs of one's own: `children` gets the attributes that bind label, hint and error to it. */
export function Field({
  label,
  hint,
  error,
  isOptional,
  hideLabel,
  children,
}: FieldProps & { readonly children: (bound: Bound) => ComponentChildren }) {
  const id = useId()
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label class={hideLabel ? 'sr-only' : 'field-label'} for={id}>
        {label}
        {isOptional && <span class="field-optional"> (optional)</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? 'true' : undefined })}
      {hint && (
        <div class="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error && (
        <div class="field-error" id={`${id}-error`}>
          {error}
        </div>
      )}
    </div>
  )
}

type Changing = { readonly value: string; readonly onValue: (value: string) => void }

type TextProps = FieldProps &
  Changing & {
    readonly type?: 'text' | 'email' | 'password' | 'number' | 'search' | 'url' | 'date' | 'datetime-local'
    readonly name?: string
    readonly placeholder?: string
    readonly autocomplete?: 'off' | 'username' | 'current-password' | 'new-password' | 'given-name' | 'family-name'
    readonly required?: boolean
    readonly disabled?: boolean
    readonly readOnly?: boolean
    readonly isCode?: boolean
    readonly minLength?: number
    readonly maxLength?: number
    readonly min?: number | string
    readonly max?: number | string
    readonly step?: number | string
    /** `filter`: the key `/` goes there. */
    readonly 'data-key'?: string
    readonly onBlur?: () => void
    readonly onKeyDown?: (event: KeyboardEvent) => void
    readonly inputRef?: Ref<HTMLInputElement>
  }

export function TextField(props: TextProps) {
  const { label, hint, error, isOptional, hideLabel, value, onValue, isCode, inputRef, ...rest } = props
  // As an object without members: the types of inputs are one union per `type`, which no variable fits.
  const attributes: object = { type: 'text', ...rest }
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} hideLabel={hideLabel}>
      {(bound) => (
        <input
          {...attributes}
          {...bound}
          ref={inputRef}
          class={isCode ? 'input mono' : 'input'}
          spellcheck={!isCode}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

type AreaProps = FieldProps &
  Changing & { readonly rows?: number; readonly isCode?: boolean; readonly placeholder?: string }

export function TextAreaField({ value, onValue, rows, isCode, placeholder, ...field }: AreaProps) {
  return (
    <Field {...field}>
      {(bound) => (
        <textarea
          {...bound}
          class={isCode ? 'input mono' : 'input'}
          rows={rows ?? 4}
          placeholder={placeholder}
          spellcheck={!isCode}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

export type Choice = { readonly value: string; readonly label: string; readonly isDisabled?: boolean }

type SelectProps = FieldProps & Changing & { readonly choices: readonly Choice[]; readonly disabled?: boolean }

export function SelectField({ value, onValue, choices, disabled, ...field }: SelectProps) {
  return (
    <Field {...field}>
      {(bound) => (
        <select
          {...bound}
          class="input"
          disabled={disabled}
          value={value}
          onChange={(event) => onValue(event.currentTarget.value)}
        >
          {choices.map((choice) => (
            <option
              key={choice.value}
              value={choice.value}
              disabled={choice.isDisabled}
              selected={choice.value === value}
            >
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

type CheckProps = {
  readonly label: ComponentChildren
  readonly hint?: ComponentChildren
  readonly isChecked: boolean
  readonly onChecked: (isChecked: boolean) => void
  readonly disabled?: boolean
  /** Of several with the same name only one is chosen. */
  readonly radioName?: string
}

export function CheckField({ label, hint, isChecked, onChecked, disabled, radioName }: CheckProps) {
  return (
    <label class="check">
      <input
        type={radioName ? 'radio' : 'checkbox'}
        name={radioName}
        checked={isChecked}
        disabled={disabled}
        onChange={(event) => onChecked(event.currentTarget.checked)}
      />
      <span>
        {label}
        {hint && <span class="caption"> {hint}</span>}
      </span>
    </label>
  )
}

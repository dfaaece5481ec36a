/** An input with its label, hint and error, linked by ARIA attributes so that screen readers read them together. */

import type { ComponentChildren, Ref } from 'preact'
import { useId } from 'preact/hooks'

export type FieldProps = {
  readonly label: string
  readonly hint?: ComponentChildren
  readonly error?: string | null
  readonly isOptional?: boolean
  /** Visible to screen readers only. For filters next to a table, never for forms. */
  readonly hideLabel?: boolean
}

type Bound = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': 'true' | undefined
}

/** For custom inputs: `children` receives the attributes that link label, hint and error to it. */
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
    readonly autocomplete?:
      | 'off'
      | 'username'
      | 'current-password'
      | 'new-password'
      | 'one-time-code'
      | 'given-name'
      | 'family-name'
    readonly required?: boolean
    readonly disabled?: boolean
    readonly readOnly?: boolean
    readonly isCode?: boolean
    readonly inputMode?: 'numeric'
    readonly minLength?: number
    readonly maxLength?: number
    readonly min?: number | string
    readonly max?: number | string
    readonly step?: number | string
    /** `filter`: the shortcut `/` focuses this input. */
    readonly 'data-key'?: string
    readonly onBlur?: () => void
    readonly onKeyDown?: (event: KeyboardEvent) => void
    readonly inputRef?: Ref<HTMLInputElement>
  }

export function TextField(props: TextProps) {
  const { label, hint, error, isOptional, hideLabel, value, onValue, isCode, inputRef, ...rest } = props
  // Typed as `object`: the attributes of <input> are a union by `type`, and a variable `type` fits no member.
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
  /** Radio buttons with the same name form one group. */
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

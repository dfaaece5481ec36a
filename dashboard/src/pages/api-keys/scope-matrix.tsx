/** All scopes by resource; none selected at first, with a summary. */

import { useState } from 'preact/hooks'
import { CheckField, TextField } from '../../design/controls/field.tsx'
import { Notice } from '../../design/states/notices.tsx'
import type { Scope } from './api-key.ts'
import { isPowerful, resourcesOf, summarise, verbOf } from './scope-words.ts'

type MatrixProps = {
  readonly scopes: readonly Scope[]
  readonly chosen: readonly string[]
  readonly onChosen: (chosen: readonly string[]) => void
}

export function ScopeMatrix({ scopes, chosen, onChosen }: MatrixProps) {
  const [sought, setSought] = useState('')
  const held = new Set(chosen)
  const needle = sought.toLowerCase()
  const rows = resourcesOf(scopes).filter((row) =>
    [row.label, ...row.scopes.flatMap((scope) => [scope.name, scope.description])].some((word) =>
      word.toLowerCase().includes(needle),
    ),
  )
  const tick = (names: readonly string[], isOn: boolean) =>
    onChosen(isOn ? [...new Set([...chosen, ...names])] : chosen.filter((name) => !names.includes(name)))
  return (
    <div class="stack-tight">
      <TextField
        label="Find a scope"
        hideLabel
        type="search"
        placeholder="Find: logs, create, budget, …"
        value={sought}
        onValue={setSought}
      />
      <div class="scopes">
        {rows.map(({ name, label, scopes: own }) => (
          <fieldset key={name} class="scopes-row">
            <legend class="scopes-name">{label}</legend>
            <div class="scopes-verbs">
              {own.map((scope) => (
                <span key={scope.name} title={`${scope.name}: ${scope.description}`}>
                  <CheckField
                    label={
                      <span class={isPowerful(scope.name) ? 'tone-error' : undefined}>
                        {verbOf(scope.name)}
                        <span class="sr-only"> {label}</span>
                      </span>
                    }
                    isChecked={held.has(scope.name)}
                    onChecked={(isOn) => tick([scope.name], isOn)}
                  />
                </span>
              ))}
            </div>
          </fieldset>
        ))}
        {rows.length === 0 && <p class="muted">No match for “{sought}”.</p>}
      </div>
    </div>
  )
}

type SummaryProps = {
  readonly scopes: readonly Scope[]
  readonly chosen: readonly string[]
  readonly mayInfer: boolean
}

export function ScopeSummary({ scopes, chosen, mayInfer }: SummaryProps) {
  const { can, cannot, danger } = summarise(chosen, mayInfer, scopes)
  return (
    <div class="stack-tight" aria-live="polite">
      <p>
        <strong>This key can:</strong> {can.length === 0 ? 'do nothing yet' : can.join('; ')}.
      </p>
      {cannot.length > 0 && (
        <p class="muted">
          <strong>No access:</strong> {cannot.join(', ')}.
        </p>
      )}
      {danger.length > 0 && (
        <Notice tone="error" title="Powerful">
          <p>
            This key can change {danger.join(', ')}: it can spend money, lock users out or create more keys. Set an
            expiry date.
          </p>
        </Notice>
      )}
    </div>
  )
}

/** What a guardrail does if a check fails. */

import { CheckField, SelectField } from '../../design/controls/field.tsx'
import type { FieldErrors } from '../../design/forms/field-errors.ts'
import type { GuardrailActions } from './guardrail.ts'

type Outcome = 'report' | 'deny' | 'soft' | 'shadow'

const OUTCOMES: readonly { readonly value: Outcome; readonly label: string }[] = [
  { value: 'report', label: 'Report: status 246, the request continues' },
  { value: 'deny', label: 'Deny: status 446' },
  { value: 'soft', label: 'Soft deny: a refusal as an ordinary response' },
  { value: 'shadow', label: 'Shadow: record what it would deny, change nothing' },
]

type ActionsProps = {
  readonly actions: GuardrailActions
  readonly onActions: (actions: GuardrailActions) => void
  readonly errors: FieldErrors
}

export function ActionFields({ actions, onActions, errors }: ActionsProps) {
  const set = (part: GuardrailActions) => onActions({ ...actions, ...part })
  const outcome = outcomeOf(actions)
  return (
    <section class="stack-tight" aria-label="Actions">
      <h2>Actions</h2>
      <SelectField
        label="If a check fails"
        value={outcome}
        onValue={(value) => set(actionsOf(value as Outcome))}
        choices={OUTCOMES}
        error={errors('actions.deny', 'actions.shadow', 'actions.soft_deny')}
      />
      <SelectField
        label="If a check cannot be run"
        value={actions.fail_on_error == null ? '' : String(actions.fail_on_error)}
        onValue={(value) => set({ fail_on_error: value === '' ? null : value === 'true' })}
        choices={[
          { value: '', label: 'It fails if the guardrail denies' },
          { value: 'true', label: 'It fails' },
          { value: 'false', label: 'It passes' },
        ]}
        error={errors('actions.fail_on_error')}
      />
      <SelectField
        label="Messages of a request"
        value={actions.messages ?? ''}
        onValue={(value) => set({ messages: value === '' ? null : (value as 'all' | 'last') })}
        choices={[
          { value: '', label: 'Each check decides' },
          { value: 'all', label: 'All messages' },
          { value: 'last', label: 'The last message' },
        ]}
        error={errors('actions.messages')}
      />
      <CheckField
        label="Async"
        hint="Runs in parallel with the request and never changes the response."
        isChecked={actions.async === true}
        onChecked={(isAsync) => set({ async: isAsync })}
      />
      <CheckField
        label="Sequential"
        hint="The checks run one after the other and stop at the first failure."
        isChecked={actions.sequential === true}
        onChecked={(sequential) => set({ sequential })}
      />
      <CheckField
        label="Ignore what coding agents add"
        hint="Their system reminders and environment blocks are not checked."
        isChecked={actions.strip_scaffolding === true}
        onChecked={(strip) => set({ strip_scaffolding: strip })}
      />
    </section>
  )
}

function outcomeOf({ deny, soft_deny: soft, shadow }: GuardrailActions): Outcome {
  if (shadow) return 'shadow'
  return deny ? (soft ? 'soft' : 'deny') : 'report'
}

function actionsOf(outcome: Outcome): GuardrailActions {
  return { deny: outcome !== 'report', soft_deny: outcome === 'soft', shadow: outcome === 'shadow' }
}

/** Creates or edits a policy. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { isOrganisationAdmin, workspace, workspaceId } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { SelectField, TextField } from '../../design/controls/field.tsx'
import { fieldErrors } from '../../design/forms/field-errors.ts'
import { SaveDialog } from '../../design/forms/save-dialog.tsx'
import { AlertField, BudgetFields } from '../../design/limits/budget-fields.tsx'
import { RATE_UNITS, type RateUnit } from '../../design/limits/limit-types.ts'
import { budgetBody, budgetDraft, NO_BUDGET, rateBody } from '../../design/limits/limits-draft.ts'
import { toast } from '../../design/states/toasts.tsx'
import { type ConditionDraft, ConditionFields, GroupFields } from './condition-fields.tsx'
import { apiPath, type Policy, type PolicyKind, scopeQuery } from './policy.ts'

type FormProps = {
  readonly kind: PolicyKind
  /** Null: a new one. */
  readonly before: Policy | null
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

export function PolicyForm({ kind, before, onClose, onSaved }: FormProps) {
  const [name, setName] = useState(before?.name ?? '')
  const [isEverywhere, setEverywhere] = useState(before?.workspace_id === null)
  const [conditions, setConditions] = useState<readonly ConditionDraft[]>(() => before?.conditions.map(textOf) ?? [])
  const [groups, setGroups] = useState<readonly string[]>(before?.group_by.map(({ key }) => key) ?? ['api_key'])
  const [budget, setBudget] = useState(before?.object === 'policy_usage_limits' ? budgetDraft(before) : NO_BUDGET)
  const [rate, setRate] = useState(before?.object === 'policy_rate_limits' ? rateText(before) : NEW_RATE)
  const saving = useAction(async () => {
    const limit = kind === 'usage-limits' ? (budgetBody(budget) ?? { type: budget.type }) : (rateBody([rate])[0] ?? {})
    const rule = { name: name.trim() || null, conditions: conditions.map(bodyOf), ...limit }
    if (before) await api.put(apiPath(before), rule, { query: scopeQuery(before) })
    else {
      const scope = isEverywhere ? {} : { workspace_id: workspaceId.value }
      await api.post(`/policies/${kind}`, { ...rule, group_by: groups.map((key) => ({ key })), ...scope })
    }
    toast({ words: before ? 'The policy was changed.' : 'The policy is active.' })
    await onSaved()
    onClose()
  })
  const errors = fieldErrors(saving.error)
  const what = kind === 'usage-limits' ? 'budget' : 'rate limit'
  return (
    <SaveDialog
      what="policy"
      title={before ? `Change ${what}` : `New ${what} by policy`}
      isNew={!before}
      isWide
      saving={saving}
      onClose={onClose}
    >
      <div class="policy-pair">
        <TextField
          label="Name"
          isOptional
          placeholder="Each user, each month"
          value={name}
          onValue={setName}
          error={errors('name')}
        />
        {isOrganisationAdmin.value && !before && (
          <SelectField
            label="Workspace"
            value={isEverywhere ? 'all' : 'one'}
            onValue={(value) => setEverywhere(value === 'all')}
            choices={[
              { value: 'one', label: workspace.value?.name ?? 'this workspace' },
              { value: 'all', label: 'every workspace' },
            ]}
          />
        )}
      </div>
      <ConditionFields conditions={conditions} onConditions={setConditions} errors={errors} />
      <GroupFields groups={groups} onGroups={setGroups} errors={errors} isFixed={before !== null} />
      {kind === 'usage-limits' ? (
        <>
          <BudgetFields
            draft={budget}
            onDraft={setBudget}
            errors={errors}
            prefix=""
            types={['cost', 'tokens', 'requests']}
            isTypeFixed={before !== null}
            isRequired
          />
          <AlertField draft={budget} onDraft={setBudget} errors={errors} prefix="" />
        </>
      ) : (
        <div class="limits-grid">
          <TextField
            label="At most"
            placeholder="60"
            value={rate.value}
            onValue={(value) => setRate({ ...rate, value })}
            error={errors('value')}
          />
          <SelectField
            label="Unit"
            value={rate.type}
            disabled={before !== null}
            onValue={(type) => setRate({ ...rate, type: type as 'requests' | 'tokens' })}
            choices={[
              { value: 'requests', label: 'requests' },
              { value: 'tokens', label: 'tokens' },
            ]}
            error={errors('type')}
          />
          <SelectField
            label="Per"
            value={rate.unit}
            onValue={(unit) => setRate({ ...rate, unit: unit as RateUnit })}
            choices={RATE_UNITS}
            error={errors('unit')}
          />
        </div>
      )}
    </SaveDialog>
  )
}

const NEW_RATE: { type: 'requests' | 'tokens'; unit: RateUnit; value: string } = {
  type: 'requests',
  unit: 'rpm',
  value: '',
}

function rateText({ type, unit, value }: Extract<Policy, { object: 'policy_rate_limits' }>) {
  return { type, unit, value: String(value) }
}

function textOf({ key, value, excludes = [] }: Policy['conditions'][number]): ConditionDraft {
  const joined = (list: string | readonly string[]) => (typeof list === 'string' ? list : list.join(', '))
  return { key, value: joined(value), excludes: joined(excludes) }
}

function bodyOf({ key, value, excludes }: ConditionDraft) {
  const without = listOf(excludes)
  return { key, value: listOf(value), ...(without.length > 0 && { excludes: without }) }
}

function listOf(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim())
  return parts.filter((part) => part !== '')
}

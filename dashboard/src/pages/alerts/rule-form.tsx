/** Creates or edits an alert rule. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { isOrganisationAdmin, workspace, workspaceId } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { CheckField, SelectField, TextField } from '../../design/controls/field.tsx'
import { fieldErrors } from '../../design/forms/field-errors.ts'
import { SaveDialog } from '../../design/forms/save-dialog.tsx'
import { toast } from '../../design/states/toasts.tsx'
import {
  type AlertChannel,
  type AlertRule,
  CHANNEL_TYPES,
  METRICS,
  type Metric,
  minutesWords,
  scopeOf,
} from './alert.ts'

const WINDOWS = [1, 5, 10, 15, 30, 60, 180, 360, 720, 1_440] as const
const REMINDERS = [15, 30, 60, 240, 1_440] as const

const USUAL: Readonly<Record<Metric, { readonly threshold: string; readonly least: string }>> = {
  error_rate: { threshold: '5', least: '10' },
  latency_p95: { threshold: '5000', least: '10' },
  cost: { threshold: '10', least: '0' },
  budget_forecast: { threshold: '100', least: '0' },
}

type FormProps = {
  /** Null: a new one. */
  readonly before: AlertRule | null
  readonly channels: readonly AlertChannel[]
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

export function RuleForm({ before, channels, onClose, onSaved }: FormProps) {
  const [name, setName] = useState(before?.name ?? '')
  const [isEverywhere, setEverywhere] = useState(before?.workspace_id === null)
  const [metric, setMetric] = useState<Metric>(before?.condition.metric ?? 'error_rate')
  const [threshold, setThreshold] = useState(String(before?.condition.threshold ?? USUAL.error_rate.threshold))
  const [minutes, setMinutes] = useState(String(before?.condition.window_minutes ?? 5))
  const [least, setLeast] = useState(String(before?.condition.min_requests ?? USUAL.error_rate.least))
  const [reminder, setReminder] = useState(String(before?.reminder_minutes ?? ''))
  const [chosen, setChosen] = useState<readonly string[]>(before?.channel_ids ?? [])
  // A rule for all workspaces cannot use a channel that belongs to one workspace.
  const usable = channels.filter((channel) => channel.workspace_id === null || !isEverywhere)
  const isForecast = metric === 'budget_forecast'
  const saving = useAction(async () => {
    const rule = {
      name: name.trim(),
      condition: {
        metric,
        threshold: numberIn(threshold),
        ...(!isForecast && { window_minutes: numberIn(minutes), min_requests: numberIn(least) }),
      },
      channel_ids: chosen.filter((id) => usable.some((channel) => channel.id === id)),
      reminder_minutes: reminder === '' ? null : Number(reminder),
    }
    if (before) await api.put(`/alerts/rules/${before.id}`, rule, { query: scopeOf(before) })
    else await api.post('/alerts/rules', { ...rule, ...(!isEverywhere && { workspace_id: workspaceId.value }) })
    toast({ words: before ? 'The alert rule was changed.' : 'The alert rule is active.' })
    await onSaved()
    onClose()
  })
  const errors = fieldErrors(saving.error)
  const choose = (next: string) => {
    const usual = USUAL[metric]
    setMetric(next as Metric)
    if (threshold === usual.threshold) setThreshold(USUAL[next as Metric].threshold)
    if (least === usual.least) setLeast(USUAL[next as Metric].least)
  }
  return (
    <SaveDialog what="alert rule" isNew={!before} isWide saving={saving} onClose={onClose}>
      <div class="policy-pair">
        <TextField
          label="Name"
          placeholder="Error rate"
          maxLength={128}
          value={name}
          onValue={setName}
          error={errors('name')}
        />
        {isOrganisationAdmin.value && !before && (
          <SelectField
            label="Scope"
            value={isEverywhere ? 'all' : 'one'}
            onValue={(value) => setEverywhere(value === 'all')}
            choices={[
              { value: 'one', label: workspace.value?.name ?? 'This workspace' },
              { value: 'all', label: 'All workspaces together' },
            ]}
          />
        )}
      </div>
      <div class="policy-pair">
        <SelectField
          label="Metric"
          value={metric}
          onValue={choose}
          hint={isForecast ? 'Usage of each budget, extrapolated to the end of its period.' : undefined}
          choices={Object.entries(METRICS).map(([value, { label }]) => ({ value, label }))}
        />
        <TextField
          label={`Threshold (${METRICS[metric].unit})`}
          type="number"
          min={0}
          step="any"
          value={threshold}
          onValue={setThreshold}
          error={errors('condition.threshold')}
        />
      </div>
      {!isForecast && (
        <div class="policy-pair">
          <SelectField
            label="Window"
            value={minutes}
            onValue={setMinutes}
            choices={windowsWith(minutes).map((value) => ({ value: String(value), label: minutesWords(value) }))}
            error={errors('condition.window_minutes')}
          />
          <TextField
            label="Minimum requests"
            type="number"
            min={0}
            hint="With fewer requests in the window the rule does not fire."
            value={least}
            onValue={setLeast}
            error={errors('condition.min_requests')}
          />
        </div>
      )}
      <fieldset class="stack-tight">
        <legend class="field-label">Channels</legend>
        {usable.length === 0 && (
          <p class="muted">
            No channels. <a href="/alerts/channels?new=1">Create one</a>, or save the rule to see its alerts in the
            history only.
          </p>
        )}
        {usable.map(({ id, name: label, type }) => (
          <CheckField
            key={id}
            label={label}
            hint={CHANNEL_TYPES[type]}
            isChecked={chosen.includes(id)}
            onChecked={(isChecked) => setChosen(isChecked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </fieldset>
      <div class="policy-pair">
        <SelectField
          label="Reminder"
          value={reminder}
          onValue={setReminder}
          hint="Repeats the notification while the rule fires."
          choices={[
            { value: '', label: 'None' },
            ...remindersWith(reminder).map((value) => ({
              value: String(value),
              label: `Every ${minutesWords(value)}`,
            })),
          ]}
          error={errors('reminder_minutes')}
        />
      </div>
    </SaveDialog>
  )
}

/** Empty or invalid text is sent unchanged, so that the gateway's error names the field. */
function numberIn(text: string): number | string {
  const number = Number(text)
  return text.trim() === '' || Number.isNaN(number) ? text : number
}

/** Includes the rule's own value, because the API accepts values that are not in the list. */
function windowsWith(minutes: string): readonly number[] {
  return [...new Set<number>([...WINDOWS, Number(minutes)])].sort((left, right) => left - right)
}

function remindersWith(reminder: string): readonly number[] {
  const own = reminder === '' ? [] : [Number(reminder)]
  return [...new Set<number>([...REMINDERS, ...own])].sort((left, right) => left - right)
}

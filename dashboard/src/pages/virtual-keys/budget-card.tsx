/** A virtual key's budget: usage, unpriced requests, forecast; raise or reset it here. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { setQuery } from '../../app/location.ts'
import { can } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { Card } from '../../design/data/card.tsx'
import { Facts } from '../../design/data/facts.tsx'
import { counted, money, percent } from '../../design/data/format.ts'
import { Time } from '../../design/data/time.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { AlertField, BudgetFields } from '../../design/limits/budget-fields.tsx'
import { amountIn, resetWords, type UsageLimit } from '../../design/limits/limit-types.ts'
import { budgetBody, budgetDraft } from '../../design/limits/limits-draft.ts'
import { UsageBar } from '../../design/limits/usage-bar.tsx'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { ErrorNotice, Notice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { changeKey, inWorkspace, keyPath, type VirtualKey } from './virtual-key.ts'

type Usage = {
  readonly type: 'cost' | 'tokens' | null
  readonly remaining: number | null
  readonly unknown_outcome: number | null
  readonly unknown_outcome_share: number | null
  readonly unpriced_requests: number
  readonly period_started_at: string | null
  readonly last_24_hours: { readonly requests: number; readonly cost: number; readonly tokens: number }
  readonly forecast_exhausted_at: string | null
}

type Props = {
  readonly of: VirtualKey
  readonly round: number
  readonly isRaising: boolean
  readonly onChanged: () => Promise<void>
}

export function BudgetCard({ of: key, round, isRaising, onChanged }: Props) {
  const [doing, setDoing] = useState<'raise' | 'reset' | null>(isRaising ? 'raise' : null)
  const requested = inWorkspace()
  const usage = useResource(JSON.stringify([key.slug, requested, round]), (signal) =>
    api.get<Usage>(`${keyPath(key.slug)}/usage`, { query: requested, signal }),
  )
  const close = () => {
    setDoing(null)
    setQuery({ raise: null }, { replace: true })
  }
  const limit = key.usage_limits
  return (
    <Card
      title="Budget"
      actions={
        can('virtual_keys.update') && (
          <div class="row-wrap">
            <Button size="small" onClick={() => setDoing('raise')}>
              {limit === null ? 'Set budget' : 'Raise or change'}
            </Button>
            {limit !== null && (
              <Button size="small" onClick={() => setDoing('reset')}>
                Reset
              </Button>
            )}
          </div>
        )
      }
    >
      <div class="stack">
        {limit === null ? (
          <p class="muted">No budget: only the provider’s own limit applies.</p>
        ) : (
          <UsageBar limit={limit} label={`Budget of ${key.name}`} spentLastDay={lastDay(usage.data, limit)} />
        )}
        {limit?.status === 'exhausted' && (
          <Notice tone="error" title="The budget is exhausted">
            <p>
              Requests with this key are refused with 412 <code>budget_exhausted</code> until the budget is raised or
              resets.
            </p>
          </Notice>
        )}
        {usage.data && usage.data.unpriced_requests > 0 && (
          <Notice tone="warning" title={`Not counted: ${counted(usage.data.unpriced_requests, 'request')}`}>
            <p>
              Their models have no price. <a href="/settings/prices">Set one</a> to count future requests.
            </p>
          </Notice>
        )}
        {usage.error && limit !== null && (
          <ErrorNotice error={usage.error} what="load the usage" onRetry={usage.reload} />
        )}
        {usage.data && <UsageFacts usage={usage.data} limit={limit} />}
      </div>
      {doing === 'raise' && <RaiseDialog of={key} onClose={close} onDone={onChanged} />}
      {doing === 'reset' && (
        <ConfirmDialog
          title={`Reset budget of ${key.name}?`}
          verb="Reset"
          onClose={close}
          onConfirm={async () => {
            await changeKey(key.slug, { reset_usage: true })
            toast({ words: `The budget of ${key.name} was reset.` })
            onChanged()
          }}
        >
          <p>
            The usage of this period is set to zero: {limit ? amountIn(limit.type)(limit.current_usage ?? null) : ''}.
            What is held for requests in progress stays held. This is recorded in the audit log.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

function lastDay(usage: Usage | null, limit: UsageLimit): number | null {
  if (usage === null) return null
  return limit.type === 'tokens' ? usage.last_24_hours.tokens : usage.last_24_hours.cost
}

function UsageFacts({ usage, limit }: { readonly usage: Usage; readonly limit: UsageLimit | null }) {
  const day = usage.last_24_hours
  const facts = [
    {
      name: 'Last 24 hours',
      value: `${counted(day.requests, 'request')}, ${counted(day.tokens, 'token')}, ${money(day.cost)}`,
    },
  ]
  if (limit === null) return <Facts facts={facts} />
  const format = amountIn(limit.type)
  return (
    <Facts
      facts={[
        { name: 'Remaining', value: format(usage.remaining) },
        { name: 'Period', value: resetWords(limit) },
        { name: 'Started', value: <Time at={usage.period_started_at} /> },
        ...facts,
        {
          name: 'Runs out',
          value: usage.forecast_exhausted_at ? <Time at={usage.forecast_exhausted_at} /> : 'not before the reset',
        },
        ...(usage.unknown_outcome
          ? [
              {
                name: 'Outcome unknown',
                value: `${format(usage.unknown_outcome)} (${percent(usage.unknown_outcome_share)}): interrupted requests, counted at their maximum cost`,
              },
            ]
          : []),
      ]}
    />
  )
}

type RaiseProps = { readonly of: VirtualKey; readonly onClose: () => void; readonly onDone: () => Promise<void> }

function RaiseDialog({ of: key, onClose, onDone }: RaiseProps) {
  const [draft, setDraft] = useState(() => budgetDraft(key.usage_limits))
  const saving = useAction(async () => {
    await changeKey(key.slug, { usage_limits: budgetBody(draft) })
    toast({
      words: draft.limit === '' ? `${key.name} no longer has a budget.` : `The budget of ${key.name} was changed.`,
    })
    await onDone()
    onClose()
  })
  const errors = fieldErrors(saving.error)
  useFirstErrorFocus(saving.error)
  return (
    <Dialog
      title={`Budget of ${key.name}`}
      onClose={onClose}
      onSubmit={() => saving.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={saving.isRunning}>
            Save
          </Button>
        </>
      }
    >
      <BudgetFields draft={draft} onDraft={setDraft} errors={errors} />
      <AlertField draft={draft} onDraft={setDraft} errors={errors} />
      {saving.error && <ErrorNotice error={saving.error} what="change the budget" />}
    </Dialog>
  )
}

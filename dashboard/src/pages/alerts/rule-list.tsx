/** Alert rules: condition, status, last value, a test button, and a menu to silence each. */

import { useEffect, useState } from 'preact/hooks'
import { asApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { setQuery } from '../../app/location.ts'
import { can } from '../../app/session.ts'
import type { Resource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { Icon } from '../../design/controls/icon.tsx'
import { Menu } from '../../design/controls/menu.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyState } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { type AlertChannel, type AlertRule, conditionWords, isSilenced, scopeOf, valueWords } from './alert.ts'
import { TestRule } from './test-rule.tsx'

/** The gateway evaluates rules once a minute. */
const RELOAD_MS = 30_000

const MAX_BUDGETS_SHOWN = 3

const SILENCES = [
  { label: '30 minutes', minutes: 30 },
  { label: '2 hours', minutes: 120 },
  { label: '8 hours', minutes: 480 },
  { label: '1 day', minutes: 1_440 },
  { label: '1 week', minutes: 10_080 },
] as const

type ListProps = {
  readonly rules: Resource<readonly AlertRule[]>
  readonly channels: readonly AlertChannel[]
}

export function RuleList({ rules, channels }: ListProps) {
  const [deleted, setDeleted] = useState<AlertRule | null>(null)
  const { reload } = rules
  useEffect(() => {
    const timer = setInterval(reload, RELOAD_MS)
    return () => clearInterval(timer)
  }, [reload])
  const nameOf = (id: string) => channels.find((channel) => channel.id === id)?.name ?? 'Unknown channel'
  return (
    <>
      <Loaded resource={rules} what="load the alert rules">
        {(all) =>
          all.length === 0 ? (
            <NoRules />
          ) : (
            <Table
              label="Alert rules"
              rows={firingFirst(all)}
              keyOf={(rule) => rule.id}
              columns={[
                {
                  name: 'name',
                  label: 'Rule',
                  cell: (rule) =>
                    can('alerts.update') ? <a href={`/alerts?edit=${rule.id}`}>{rule.name}</a> : rule.name,
                },
                { name: 'status', label: 'Status', cell: (rule) => <Status rule={rule} /> },
                { name: 'condition', label: 'Condition', cell: (rule) => <ConditionCell rule={rule} /> },
                {
                  name: 'value',
                  label: 'Now',
                  isNumber: true,
                  cell: (rule) => valueWords(rule.condition.metric, rule.value),
                },
                {
                  name: 'channels',
                  label: 'Channels',
                  cell: (rule) =>
                    rule.channel_ids.length === 0 ? (
                      <span class="muted">none</span>
                    ) : (
                      <span class="anywhere">{rule.channel_ids.map(nameOf).join(', ')}</span>
                    ),
                },
                {
                  name: 'scope',
                  label: 'Scope',
                  cell: (rule) =>
                    rule.workspace_id === null ? <Badge tone="info">All workspaces</Badge> : 'Workspace',
                },
                {
                  name: 'actions',
                  label: 'Actions',
                  hideLabel: true,
                  cell: (rule) => <RuleMenus rule={rule} onChanged={rules.reload} onDelete={() => setDeleted(rule)} />,
                },
              ]}
            />
          )
        }
      </Loaded>
      {deleted && (
        <ConfirmDialog
          title={`Delete “${deleted.name}”?`}
          verb="Delete"
          onClose={() => setDeleted(null)}
          onConfirm={async () => {
            await api.delete(`/alerts/rules/${deleted.id}`, undefined, { query: scopeOf(deleted) })
            toast({ words: 'The alert rule was deleted.' })
            rules.reload()
          }}
        >
          <p>{conditionWords(deleted.condition)}. Its events stay in the history.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function firingFirst(rules: readonly AlertRule[]): readonly AlertRule[] {
  return rules.toSorted((left, right) => Number(right.status === 'firing') - Number(left.status === 'firing'))
}

/** The condition and, for a budget forecast, the budgets that fire. */
function ConditionCell({ rule: { condition, firing } }: { readonly rule: AlertRule }) {
  const budgets = firing.filter(({ budget_name: name }) => name !== null)
  return (
    <div>
      {conditionWords(condition)}
      {budgets.slice(0, MAX_BUDGETS_SHOWN).map(({ budget_name: name, value }) => (
        <div key={name} class="caption anywhere">
          {name}: {valueWords(condition.metric, value)}
        </div>
      ))}
      {budgets.length > MAX_BUDGETS_SHOWN && (
        <div class="caption">and {budgets.length - MAX_BUDGETS_SHOWN} more budgets</div>
      )}
    </div>
  )
}

const STATUSES = {
  firing: { tone: 'error', label: 'Firing' },
  ok: { tone: 'ok', label: 'OK' },
  waiting: { tone: 'neutral', label: 'Waiting' },
  disabled: { tone: 'neutral', label: 'Disabled' },
} as const

function Status({ rule }: { readonly rule: AlertRule }) {
  const { tone, label } = STATUSES[rule.status]
  const since = rule.firing[0]?.since
  return (
    <span class="row-wrap">
      <Badge tone={tone}>{label}</Badge>
      {since && (
        <span class="caption">
          since <Time at={since} />
        </span>
      )}
      {isSilenced(rule) && (
        <span class="caption">
          silenced until <Time at={rule.silenced_until} />
        </span>
      )}
    </span>
  )
}

type MenuProps = { readonly rule: AlertRule; readonly onChanged: () => void; readonly onDelete: () => void }

function RuleMenus({ rule, onChanged, onDelete }: MenuProps) {
  const change = async (body: object, words: string) => {
    try {
      await api.put(`/alerts/rules/${rule.id}`, body, { query: scopeOf(rule) })
      toast({ words })
      onChanged()
    } catch (error) {
      toast({ words: asApiError(error).message, tone: 'error' })
    }
  }
  const silence = (minutes: number, label: string) =>
    change(
      { silenced_until: new Date(Date.now() + minutes * 60_000).toISOString() },
      `“${rule.name}” is silenced for ${label}.`,
    )
  const unsilence = () => change({ silenced_until: null }, `“${rule.name}” is no longer silenced.`)
  if (!can('alerts.update')) return null
  return (
    <div class="row">
      <TestRule rule={rule} />
      <Menu
        label={`Silence ${rule.name}`}
        button={
          <>
            Silence <Icon name="down" />
          </>
        }
        size="small"
        items={[
          ...SILENCES.map(({ label, minutes }) => ({ label, onChoose: () => void silence(minutes, label) })),
          ...(isSilenced(rule) ? [{ label: 'Remove silence', onChoose: () => void unsilence() }] : []),
        ]}
      />
      <Menu
        label={`Actions for ${rule.name}`}
        size="small"
        items={[
          { label: 'Change', icon: 'edit', onChoose: () => setQuery({ edit: rule.id }) },
          { label: 'History', icon: 'logs', href: `/alerts/history?rule=${rule.id}` },
          rule.enabled
            ? { label: 'Disable', onChoose: () => void change({ enabled: false }, `“${rule.name}” is disabled.`) }
            : { label: 'Enable', onChoose: () => void change({ enabled: true }, `“${rule.name}” is enabled.`) },
          ...(can('alerts.delete')
            ? [{ label: 'Delete', icon: 'trash' as const, isDanger: true, onChoose: onDelete }]
            : []),
        ]}
      />
    </div>
  )
}

function NoRules() {
  return (
    <EmptyState
      title="No alert rules"
      action={
        can('alerts.create') && (
          <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
            New rule
          </Button>
        )
      }
    >
      A rule watches the error rate, the p95 latency, the cost or the budgets of a workspace, and notifies a webhook,
      Slack or e-mail.
    </EmptyState>
  )
}

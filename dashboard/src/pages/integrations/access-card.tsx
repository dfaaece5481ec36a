/** Workspaces that may use an integration, with their limits. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { caller, isOrganisationAdmin } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { CheckField } from '../../design/controls/field.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { Card } from '../../design/data/card.tsx'
import { Table } from '../../design/data/table.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { AlertField, BudgetFields, RateFields } from '../../design/limits/budget-fields.tsx'
import { rateWords } from '../../design/limits/limit-types.ts'
import { budgetBody, budgetDraft, rateBody, rateDrafts } from '../../design/limits/limits-draft.ts'
import { UsageBar } from '../../design/limits/usage-bar.tsx'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import {
  type Access,
  changeIntegration,
  type IntegrationDetail,
  integrationPath,
  mayChange,
  type WorkspaceAccess,
  withinReach,
} from './integration.ts'

type Props = { readonly of: IntegrationDetail; readonly onChanged: () => void }

/** `id` null: the row for all workspaces without settings of their own. */
type Row = Access & { readonly id: string | null; readonly name: string; readonly isGlobal: boolean }

const CLOSED: Access = { enabled: false, usage_limits: null, rate_limits: null }

export function AccessCard({ of: integration, onChanged }: Props) {
  const path = `${integrationPath(integration.slug)}/workspaces`
  const loaded = useResource(JSON.stringify([path, integration.last_updated_at]), (signal) =>
    api.get<{ workspaces: readonly WorkspaceAccess[] }>(path, { query: withinReach(), signal }),
  )
  const [edited, setEdited] = useState<Row | null>(null)
  const isChangeable = mayChange(integration, 'update')
  return (
    <Card title="Workspaces">
      <Loaded resource={loaded} what="load the workspaces">
        {({ workspaces }) => (
          <Table
            label="Workspaces of this integration"
            isCompact
            rows={rowsOf(integration, workspaces)}
            keyOf={(row) => row.id ?? 'all'}
            columns={[
              { name: 'name', label: 'Workspace', cell: (row) => <span class="anywhere">{row.name}</span> },
              {
                name: 'access',
                label: 'Access',
                cell: (row) => <Badge tone={row.enabled ? 'ok' : 'neutral'}>{row.enabled ? 'yes' : 'no'}</Badge>,
              },
              { name: 'limits', label: 'Limits', cell: (row) => <LimitsCell of={row} /> },
              ...(isChangeable
                ? [
                    {
                      name: 'actions',
                      label: 'Actions',
                      hideLabel: true,
                      cell: (row: Row) => (
                        <Button size="small" aria-label={`Change ${row.name}`} onClick={() => setEdited(row)}>
                          Change
                        </Button>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Loaded>
      {edited && (
        <AccessDialog
          of={integration}
          row={edited}
          onClose={() => setEdited(null)}
          onDone={async () => {
            onChanged()
            await loaded.reload()
            setEdited(null)
          }}
        />
      )}
    </Card>
  )
}

/** Organisation admins also see the workspaces without settings of their own, to add settings. */
function rowsOf(integration: IntegrationDetail, found: readonly WorkspaceAccess[]): readonly Row[] {
  const own = found.map((row) => ({ ...row, id: row.workspace_id, isGlobal: row.is_global }))
  if (integration.type === 'workspace' || !isOrganisationAdmin.value) return own
  const known = new Set(found.map((row) => row.workspace_id))
  const rest = (caller.value?.workspaces ?? [])
    .filter(({ id }) => !known.has(id))
    .map(({ id, name }) => ({ ...CLOSED, id, name, isGlobal: true }))
  const all = { ...integration.global_workspace_access_settings, id: null, name: 'All others', isGlobal: true }
  return [all, ...own, ...rest]
}

function LimitsCell({ of: row }: { readonly of: Row }) {
  const [budget] = row.usage_limits ?? []
  const rates = row.rate_limits ?? []
  if (budget === undefined && rates.length === 0)
    return <span class="muted">{row.id !== null && row.isGlobal ? 'default' : 'none'}</span>
  return (
    <div class="integrations-limits">
      {budget && <UsageBar limit={budget} label={`Budget of ${row.name}`} isShort />}
      {rates.length > 0 && <div class="caption">{rates.map(rateWords).join(', ')}</div>}
    </div>
  )
}

type DialogProps = {
  readonly of: IntegrationDetail
  readonly row: Row
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}

function AccessDialog({ of: integration, row, onClose, onDone }: DialogProps) {
  const [isOpen, setOpen] = useState(row.enabled || row.isGlobal)
  const [budget, setBudget] = useState(budgetDraft(row.usage_limits?.[0] ?? null))
  const [rates, setRates] = useState(rateDrafts(row.rate_limits ?? []))
  const [isReset, setReset] = useState(false)
  const prefix = row.id === null ? 'global_workspace_access.usage_limits.' : 'workspaces[0].usage_limits.'
  const saving = useAction(async () => {
    const access = { enabled: isOpen, usage_limits: budgetBody(budget), rate_limits: rateBody(rates) }
    const change =
      row.id === null
        ? { global_workspace_access: access }
        : { workspaces: [{ id: row.id, ...access, ...(isReset && { reset_usage: true }) }] }
    await changeIntegration(integration.slug, '/workspaces', change)
    toast({ words: `${row.name}: ${isOpen ? 'access granted' : 'access revoked'}.` })
    await onDone()
  })
  const errors = fieldErrors(saving.error)
  useFirstErrorFocus(saving.error)
  const isUsed = (row.usage_limits?.[0]?.current_usage ?? 0) > 0
  return (
    <Dialog
      title={row.id === null ? 'Workspaces without settings of their own' : `Access of ${row.name}`}
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
      {integration.type === 'organisation' && (
        <CheckField
          label={row.id === null ? 'They can use this integration' : 'It can use this integration'}
          hint={row.id === null ? 'also workspaces created later; each has its own limits' : undefined}
          isChecked={isOpen}
          onChecked={setOpen}
        />
      )}
      <BudgetFields draft={budget} onDraft={setBudget} errors={errors} prefix={prefix} />
      <AlertField draft={budget} onDraft={setBudget} errors={errors} prefix={prefix} />
      <RateFields drafts={rates} onDrafts={setRates} errors={errors} />
      {row.id !== null && isUsed && (
        <CheckField label="Reset its usage to 0" isChecked={isReset} onChecked={setReset} />
      )}
      {saving.error && <ErrorNotice error={saving.error} what="save the access" />}
    </Dialog>
  )
}

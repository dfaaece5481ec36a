/** The Limits page: budget and rate limit policies, and alerts. */

import { navigate, query, setQuery } from '../../app/location.ts'
import type { PageProps } from '../../app/page-props.ts'
import { can, isOrganisationAdmin, workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { Alerts } from './alerts.tsx'
import { LimitTabs } from './limit-tabs.tsx'
import { loadPolicies, type PolicyKind } from './policy.ts'
import { PolicyDrawer } from './policy-drawer.tsx'
import { PolicyForm } from './policy-form.tsx'
import { PolicyList } from './policy-list.tsx'

export function Page({ rest }: PageProps) {
  const [first = null, second = null] = rest
  if (first === 'alerts') {
    return (
      <div class="page">
        <PageHead title="Budget alerts" about="Sent once per period, when a budget passes its alert threshold." />
        <LimitTabs current="/policies/alerts" />
        <Alerts />
      </div>
    )
  }
  if (first === 'rate-limits') return <PoliciesPage key="rate" kind="rate-limits" chosen={second} />
  return <PoliciesPage key="usage" kind="usage-limits" chosen={first} />
}

function PoliciesPage({ kind, chosen }: { readonly kind: PolicyKind; readonly chosen: string | null }) {
  const isBudget = kind === 'usage-limits'
  const path = isBudget ? '/policies' : '/policies/rate-limits'
  const status = query.value.get('status') === 'archived' ? 'archived' : 'active'
  const id = workspaceId.value
  useViewCode({
    path: `/policies/${kind}`,
    query: { workspace_id: isOrganisationAdmin.value ? undefined : id, status },
  })
  const policies = useResource(JSON.stringify([kind, status, id]), (signal) => loadPolicies(kind, status, signal))
  const policy = policies.data?.find((one) => one.id === chosen) ?? null
  const isNew = query.value.has('new') && can('policies.create')
  return (
    <div class="page">
      <PageHead
        title={isBudget ? 'Budgets by policy' : 'Rate limits by policy'}
        about="Limits for each user, team or API key that matches a condition."
        actions={
          can('policies.create') && (
            <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
              {isBudget ? 'New budget' : 'New rate limit'}
            </Button>
          )
        }
      />
      <LimitTabs current={path} />
      <PolicyList kind={kind} policies={policies} chosen={chosen} />
      {policy && (
        <PolicyDrawer key={policy.id} policy={policy} onClose={() => navigate(path)} onChanged={policies.reload} />
      )}
      {isNew && (
        <PolicyForm
          kind={kind}
          before={null}
          onClose={() => setQuery({ new: null }, { replace: true })}
          onSaved={policies.reload}
        />
      )}
    </div>
  )
}

/** Policies of one kind: who is limited, the limit and the workspace. */

import { navigate, query, setQuery } from '../../app/location.ts'
import { can, workspace } from '../../app/session.ts'
import type { Resource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { Segments } from '../../design/controls/segments.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyState } from '../../design/states/notices.tsx'
import { conditionWords, limitWords, type Policy, type PolicyKind, pagePath, titleOf } from './policy.ts'

type ListProps = {
  readonly kind: PolicyKind
  readonly policies: Resource<readonly Policy[]>
  readonly chosen: string | null
}

export function PolicyList({ kind, policies, chosen }: ListProps) {
  const isArchive = query.value.get('status') === 'archived'
  return (
    <div class="stack">
      <div>
        <Segments
          label="Which policies"
          value={isArchive ? 'archived' : 'active'}
          onValue={(status) => setQuery({ status: status === 'archived' ? status : null })}
          choices={[
            { value: 'active', label: 'Active' },
            { value: 'archived', label: 'Archived' },
          ]}
        />
      </div>
      <Loaded resource={policies} what="load the policies">
        {(all) =>
          all.length === 0 ? (
            <NoPolicies kind={kind} isArchive={isArchive} />
          ) : (
            <Table
              label={kind === 'usage-limits' ? 'Budgets by policy' : 'Rate limits by policy'}
              rows={all}
              keyOf={(policy) => policy.id}
              selectedKey={chosen}
              onOpen={(policy) => navigate(pagePath(policy))}
              columns={[
                {
                  name: 'name',
                  label: 'Policy',
                  cell: (policy) => <a href={pagePath(policy)}>{titleOf(policy)}</a>,
                },
                { name: 'applies', label: 'Applies to', cell: (policy) => conditionWords(policy.conditions) },
                { name: 'limit', label: 'Limit', cell: limitWords },
                {
                  name: 'where',
                  label: 'Workspace',
                  cell: (policy) =>
                    policy.workspace_id === null ? (
                      <Badge tone="info">every workspace</Badge>
                    ) : (
                      (workspace.value?.name ?? 'this workspace')
                    ),
                },
                { name: 'changed', label: 'Changed', cell: (policy) => <Time at={policy.last_updated_at} /> },
              ]}
            />
          )
        }
      </Loaded>
    </div>
  )
}

const COMMANDS: Readonly<Record<PolicyKind, string>> = {
  'usage-limits': `-d '{"conditions":[],"group_by":[{"key":"user"}],"type":"cost","credit_limit":20,"periodic_reset":"monthly"}'`,
  'rate-limits': `-d '{"conditions":[],"group_by":[{"key":"user"}],"type":"requests","unit":"rpm","value":60}'`,
}

function NoPolicies({ kind, isArchive }: { readonly kind: PolicyKind; readonly isArchive: boolean }) {
  if (isArchive) return <EmptyState title="No archived policies">Deleted policies are listed here.</EmptyState>
  const what = kind === 'usage-limits' ? 'budget' : 'rate limit'
  return (
    <EmptyState
      title={`No ${what}s by policy`}
      action={
        can('policies.create') && (
          <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
            New {what}
          </Button>
        )
      }
      command={
        <CodeBlock
          title="curl"
          code={[
            `curl ${location.origin}/v1/policies/${kind} \\`,
            '  -H "x-gateway-api-key: $GATEWAY_API_KEY" -H "content-type: application/json" \\',
            `  ${COMMANDS[kind]}`,
          ].join('\n')}
        />
      }
    >
      A policy limits each user, team or API key that matches its conditions, instead of one virtual key.
    </EmptyState>
  )
}

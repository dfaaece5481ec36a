/** The Integrations page: the list, or one integration by URL. */

import { api } from '../../api/client.ts'
import { navigate, query, setQuery } from '../../app/location.ts'
import type { PageProps } from '../../app/page-props.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { ProviderMark } from '../../design/data/provider-mark.tsx'
import { type Column, Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyState } from '../../design/states/notices.tsx'
import { LimitTabs } from '../policies/limit-tabs.tsx'
import { type Integration, integrationPath, mayCreate, withinReach } from './integration.ts'
import { IntegrationDetails } from './integration-detail.tsx'
import { NewIntegrationDialog } from './integration-form.tsx'

export function Page({ rest }: PageProps) {
  const [slug] = rest
  return slug === undefined ? <ListPage /> : <IntegrationDetails key={slug} slug={slug} />
}

const NEW_LABEL = 'New integration'

function NewButton() {
  return (
    <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
      {NEW_LABEL}
    </Button>
  )
}

function ListPage() {
  const requested = { ...withinReach(), page_size: 1_000 }
  useViewCode({ path: '/integrations', query: requested, cli: 'gatehouse integrations list' })
  const list = useResource(JSON.stringify(requested), (signal) =>
    api.get<{ total: number; data: readonly Integration[] }>('/integrations', { query: requested, signal }),
  )
  return (
    <div class="page">
      <PageHead
        title="Integrations"
        about="Provider accounts that workspaces share. Each workspace gets its own access, limits and virtual keys."
        actions={mayCreate() && <NewButton />}
      />
      <LimitTabs current="/integrations" />
      <Loaded resource={list} what="load the integrations">
        {({ data }) =>
          data.length === 0 ? (
            <NoIntegrations />
          ) : (
            <Table
              label="Integrations"
              columns={COLUMNS}
              rows={data}
              keyOf={(one) => one.slug}
              onOpen={(one) => navigate(integrationPath(one.slug))}
            />
          )
        }
      </Loaded>
      {query.value.has('new') && mayCreate() && (
        <NewIntegrationDialog
          onClose={() => setQuery({ new: null }, { replace: true })}
          onSaved={(slug) => navigate(integrationPath(slug))}
        />
      )}
    </div>
  )
}

const COLUMNS: readonly Column<Integration>[] = [
  {
    name: 'name',
    label: 'Name',
    cell: (one) => (
      <div class="integrations-cell">
        <a href={integrationPath(one.slug)}>{one.name}</a>
        <code class="caption anywhere">{one.slug}</code>
      </div>
    ),
  },
  {
    name: 'provider',
    label: 'Provider',
    cell: (one) => (
      <span class="row">
        <ProviderMark provider={one.ai_provider_id} />
        {one.ai_provider_id}
      </span>
    ),
  },
  {
    name: 'level',
    label: 'Owner',
    cell: (one) => <Badge tone={one.type === 'organisation' ? 'info' : 'neutral'}>{one.type}</Badge>,
  },
  { name: 'changed', label: 'Changed', cell: (one) => <Time at={one.last_updated_at} /> },
]

function NoIntegrations() {
  const command = `gatehouse integrations create openai-shared --provider openai --key-env OPENAI_API_KEY
gatehouse integrations allow openai-shared --all`
  return (
    <EmptyState
      title="No integrations yet"
      action={mayCreate() && <NewButton />}
      command={<CodeBlock title="On the command line" code={command} />}
    >
      An integration shares one provider credential between workspaces. You choose which workspaces may use it, with
      which limits, and which models it serves.
    </EmptyState>
  )
}

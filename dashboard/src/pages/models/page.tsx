/** The Models page: every model that the virtual keys of the workspace reach, and its virtual models. */

import { useMemo } from 'preact/hooks'
import { navigate, query, setQuery } from '../../app/location.ts'
import type { PageProps } from '../../app/page-props.ts'
import { can, workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { LinkButton } from '../../design/controls/button.tsx'
import { DateRange } from '../../design/controls/date-range.tsx'
import { CheckField, SelectField, TextField } from '../../design/controls/field.tsx'
import { rangeFilter } from '../../design/controls/time-range.ts'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { Pager } from '../../design/data/pager.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { type ActiveFilter, EmptyByFilter, EmptyState, Notice } from '../../design/states/notices.tsx'
import { type Catalogue, loadCatalogue } from './catalogue.ts'
import { ModelDrawer } from './model-drawer.tsx'
import { ModelTable } from './model-table.tsx'
import { ModelTabs } from './model-tabs.tsx'
import { VirtualModels } from './virtual-models.tsx'

const USUAL_RANGE = '30d'
const USUAL_ORDER = 'requests'
const PAGE_SIZE = 50

export function Page({ rest }: PageProps) {
  const isVirtual = rest.length === 1 && rest[0] === 'virtual'
  return isVirtual ? <VirtualModels /> : <CataloguePage rest={rest} />
}

function CataloguePage({ rest }: Pick<PageProps, 'rest'>) {
  const [provider, model] = rest
  const range = query.value.get('range') ?? USUAL_RANGE
  const filters = {
    search: query.value.get('q') ?? '',
    provider: query.value.get('provider') ?? '',
    virtual_key: query.value.get('key') ?? '',
    used: query.value.has('used') ? 'true' : '',
  }
  const order = query.value.get('sort') ?? USUAL_ORDER
  const page = Number(query.value.get('page') ?? 0) || 0
  const id = workspaceId.value
  const times = useMemo(() => rangeFilter(range), [range])
  const requested = {
    workspace_id: id,
    ...times,
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
    order_by: order,
    page_size: PAGE_SIZE,
    ...(page > 0 && { current_page: page }),
  }
  useViewCode({ path: '/model-catalogue', query: requested, cli: 'gatehouse models' })
  const catalogue = useResource(JSON.stringify(requested), (signal) => loadCatalogue(requested, signal))
  return (
    <div class="page page-wide">
      <PageHead
        title="Models"
        about="Prices in US dollars per million tokens. Requests and cost of this workspace in the time range."
        actions={
          <DateRange value={range} onValue={(next) => setQuery({ range: next === USUAL_RANGE ? null : next })} />
        }
      />
      <ModelTabs current="/models" />
      <Filters filters={filters} catalogue={catalogue.data} />
      <Loaded resource={catalogue} what="load the models">
        {(found) => (
          <>
            {found.virtual_keys.length === 0 && <NoKeys />}
            {found.data.length === 0 ? (
              <NoModels filters={filters} />
            ) : (
              <>
                <ModelTable
                  models={found.data}
                  order={order}
                  onOrder={(next) => setQuery({ sort: next === USUAL_ORDER ? null : next, page: null })}
                  chosen={model === undefined ? null : `${provider}__${model}`}
                />
                <Pager
                  total={found.total}
                  page={page}
                  pageSize={PAGE_SIZE}
                  onPage={(next) => setQuery({ page: next })}
                  what="models"
                />
              </>
            )}
          </>
        )}
      </Loaded>
      {provider !== undefined && model !== undefined && (
        <ModelDrawer
          key={`${provider} ${model}`}
          provider={provider}
          model={model}
          times={times}
          onClose={() => navigate(`/models${location.search}`)}
        />
      )}
    </div>
  )
}

type Filters = Readonly<Record<'search' | 'provider' | 'virtual_key' | 'used', string>>

function Filters({ filters, catalogue }: { readonly filters: Filters; readonly catalogue: Catalogue | null }) {
  const choices = (all: string, values: readonly string[], chosen: string) => [
    { value: '', label: all },
    // A value from the URL stays visible while the list loads.
    ...[...new Set([...values, ...(chosen === '' ? [] : [chosen])])].map((value) => ({ value, label: value })),
  ]
  return (
    <search class="models-filters">
      <TextField
        label="Search models"
        type="search"
        placeholder="gpt, claude, embedding, …"
        data-key="filter"
        value={filters.search}
        onValue={(q) => setQuery({ q, page: null }, { replace: true })}
      />
      <SelectField
        label="Provider"
        value={filters.provider}
        onValue={(provider) => setQuery({ provider, page: null })}
        choices={choices('All providers', catalogue?.providers ?? [], filters.provider)}
      />
      <SelectField
        label="Virtual key"
        value={filters.virtual_key}
        onValue={(key) => setQuery({ key, page: null })}
        choices={choices('All virtual keys', catalogue?.virtual_keys ?? [], filters.virtual_key)}
      />
      {can('analytics.view') && (
        <CheckField
          label="Used only"
          isChecked={filters.used !== ''}
          onChecked={(used) => setQuery({ used, page: null })}
        />
      )}
    </search>
  )
}

function NoModels({ filters }: { readonly filters: Filters }) {
  const active: (ActiveFilter | null)[] = [
    filters.search === '' ? null : { label: `“${filters.search}”`, onRemove: () => setQuery({ q: null, page: null }) },
    filters.provider === ''
      ? null
      : { label: filters.provider, onRemove: () => setQuery({ provider: null, page: null }) },
    filters.virtual_key === ''
      ? null
      : { label: filters.virtual_key, onRemove: () => setQuery({ key: null, page: null }) },
    filters.used === '' ? null : { label: 'Used only', onRemove: () => setQuery({ used: null, page: null }) },
  ]
  const shown = active.filter((one) => one !== null)
  if (shown.length > 0) return <EmptyByFilter what="models" filters={shown} />
  return (
    <EmptyState
      title="No models"
      command={
        <CodeBlock
          title="Terminal"
          code="gatehouse virtual-keys create openai-main --provider openai --key-env OPENAI_API_KEY"
        />
      }
    />
  )
}

function NoKeys() {
  return (
    <Notice tone="info" title="No virtual keys: only the built-in mock is listed">
      <p>A virtual key adds the models of its provider.</p>
      {can('virtual_keys.create') && (
        <div>
          <LinkButton icon="plus" href="/virtual-keys?new=1">
            Create virtual key
          </LinkButton>
        </div>
      )}
    </Notice>
  )
}

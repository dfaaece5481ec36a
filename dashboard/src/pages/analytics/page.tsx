/** The Analytics page: one range, filter and comparison for all tabs. */

import { useShortcuts } from '../../app/keyboard.ts'
import { query, setQuery } from '../../app/location.ts'
import type { PageProps } from '../../app/page-props.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { DateRange } from '../../design/controls/date-range.tsx'
import { CheckField } from '../../design/controls/field.tsx'
import { LinkTabs } from '../../design/controls/tabs.tsx'
import { Time } from '../../design/data/time.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { FilterBar } from '../logs/filter/filter-bar.tsx'
import { loadSums } from './analytics-api.ts'
import { dimension, dimensionOf } from './dimensions.ts'
import { EmptyRange } from './empty-range.tsx'
import { CacheTab } from './tabs/cache-tab.tsx'
import { CostTab } from './tabs/cost-tab.tsx'
import { ErrorsTab } from './tabs/errors-tab.tsx'
import { FeedbackTab } from './tabs/feedback-tab.tsx'
import { GroupsTab } from './tabs/groups-tab.tsx'
import { LatencyTab } from './tabs/latency-tab.tsx'
import { UsageTab } from './tabs/usage-tab.tsx'
import { setRange, useAnalyticsView } from './view.ts'

const TABS = [
  { name: 'cost', label: 'Cost', Tab: CostTab },
  { name: 'usage', label: 'Usage', Tab: UsageTab },
  { name: 'errors', label: 'Errors', Tab: ErrorsTab },
  { name: 'latency', label: 'Latency', Tab: LatencyTab },
  { name: 'cache', label: 'Cache', Tab: CacheTab },
  { name: 'feedback', label: 'Feedback', Tab: FeedbackTab },
  { name: 'groups', label: 'Group by', Tab: GroupsTab },
] as const

export function Page({ rest: [name] }: PageProps) {
  const view = useAnalyticsView()
  const current = TABS.find((tab) => tab.name === name) ?? TABS[0]
  const sums = useResource(JSON.stringify([view.filters, view.before]), async (signal) => {
    const [now, before] = await Promise.all([
      loadSums(view.filters, signal),
      view.before === null ? null : loadSums(view.before, signal),
    ])
    return { now, before }
  })
  const by = dimensionOf(query.value.get('by')) ?? dimension('model')
  const path = current.name === 'groups' ? `/analytics/groups/${by.group}` : '/analytics/summary'
  useViewCode({ path, query: view.filters })
  useShortcuts([{ keys: 'r', about: 'Refresh', run: view.reload }])
  const { Tab } = current
  return (
    <div class="page page-wide">
      <PageHead
        title="Analytics"
        about={
          sums.updatedAtMs !== null && (
            <>
              Updated <Time at={sums.updatedAtMs} />
            </>
          )
        }
        actions={
          <>
            <CheckField
              label="Compare with previous period"
              isChecked={view.before !== null}
              onChecked={(isOn) => setQuery({ vs: isOn ? 'previous' : null })}
            />
            <DateRange value={view.range} onValue={setRange} />
            <Button kind="quiet" icon="refresh" iconOnly onClick={view.reload}>
              Refresh
            </Button>
          </>
        }
      />
      <FilterBar
        text={view.text}
        parsed={view.parsed}
        facets={null}
        onText={(text) => setQuery({ q: text.trim(), page: null })}
      />
      <LinkTabs
        label="Analytics views"
        links={TABS.map((tab) => ({ label: tab.label, href: view.tabHref(tab.name), isCurrent: tab === current }))}
      />
      <Loaded resource={sums} what="load the totals">
        {({ now, before }) =>
          now.requests === 0 && (before?.requests ?? 0) === 0 ? (
            <EmptyRange view={view} />
          ) : (
            <div class="stack load-order">
              <Tab view={view} now={now} before={before} />
            </div>
          )
        }
      </Loaded>
    </div>
  )
}

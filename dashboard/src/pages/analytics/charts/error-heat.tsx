/** Errors by status (rows) and provider (columns), as a heat map. */

import { useResource } from '../../../app/use-resource.ts'
import { Card } from '../../../design/data/card.tsx'
import { count } from '../../../design/data/format.ts'
import { Loaded } from '../../../design/states/loaded.tsx'
import { loadGroup } from '../analytics-api.ts'
import { type AnalyticsView, termOf } from '../view.ts'

const MAX_PROVIDERS = 8
const ALL_ERRORS = '4xx,5xx'

export function ErrorHeat({ view }: { readonly view: AnalyticsView }) {
  const heat = useResource(JSON.stringify(view.filters), async (signal) => {
    const filters = { ...view.filters, status_code: view.filters['status_code'] ?? ALL_ERRORS }
    const providers = await loadGroup('provider', { ...filters, page_size: MAX_PROVIDERS }, signal)
    // Requests that were rejected before routing have no provider.
    const named = providers.rows.filter((row) => row.value !== '')
    const columns = await Promise.all(
      named.map(async ({ value }) => {
        const { rows } = await loadGroup('status_code', { ...filters, provider: value }, signal)
        return { provider: value, byCode: new Map(rows.map((row) => [row.value, row.requests])) }
      }),
    )
    const codes = [...new Set(columns.flatMap((column) => [...column.byCode.keys()]))].sort()
    return { codes, columns, total: providers.total }
  })
  return (
    <Card title="Errors by provider">
      <Loaded resource={heat} what="load the errors of each provider">
        {({ codes, columns, total }) => {
          if (codes.length === 0) return <p class="muted">No errors at a provider in this range.</p>
          const most = Math.max(...columns.flatMap((column) => [...column.byCode.values()]))
          return (
            <div class="stack-tight">
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard. */}
              <section class="table-frame" tabIndex={0} aria-label="Errors by status and provider">
                <table class="table table-compact" aria-label="Errors by status and provider">
                  <thead>
                    <tr>
                      <th scope="col">Status</th>
                      {columns.map((column) => (
                        <th key={column.provider} scope="col" class="number">
                          {column.provider}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {codes.map((code) => (
                      <tr key={code}>
                        <th scope="row">{code}</th>
                        {columns.map(({ provider, byCode }) => {
                          const times = byCode.get(code) ?? 0
                          const href = view.logsHref(`${termOf('status', code)} ${termOf('provider', provider)}`)
                          return (
                            <td key={provider} class="number" style={{ background: groundFor(times / most) }}>
                              {times === 0 ? <span class="muted">0</span> : <a href={href}>{count(times)}</a>}
                            </td>
                          )
                        })}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
              {total > MAX_PROVIDERS && <p class="caption">{`${MAX_PROVIDERS} of ${count(total)} providers shown.`}</p>}
            </div>
          )
        }}
      </Loaded>
    </Card>
  )
}

/** A light tint, so that the number on it stays readable. */
function groundFor(share: number): string {
  return share === 0 ? 'transparent' : `color-mix(in srgb, var(--error) ${Math.round(4 + 14 * share)}%, var(--ground))`
}

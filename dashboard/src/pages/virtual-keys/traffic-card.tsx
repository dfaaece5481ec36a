/** Health of a virtual key: last success, last error, and the last 24 hours. */

import { api } from '../../api/client.ts'
import type { LogRow } from '../../api/log-row.ts'
import { can } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { Card } from '../../design/data/card.tsx'
import { Facts } from '../../design/data/facts.tsx'
import { duration } from '../../design/data/format.ts'
import { Time } from '../../design/data/time.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { failureWords } from '../overview/failure-words.ts'
import { inWorkspace } from './virtual-key.ts'

type Rows = { readonly data: readonly LogRow[] }

export function TrafficCard({ slug, round }: { readonly slug: string; readonly round: number }) {
  const requested = { ...inWorkspace(), virtual_keys: slug, page_size: 1 }
  const last = useResource(can('logs.list') ? JSON.stringify([requested, round]) : null, async (signal) => {
    const [good, bad] = await Promise.all(
      ['2xx', '4xx,5xx'].map((status_code) => api.get<Rows>('/logs', { query: { ...requested, status_code }, signal })),
    )
    return { good: good?.data[0] ?? null, bad: bad?.data[0] ?? null }
  })
  if (!can('logs.list')) return null
  return (
    <Card
      title="Last success and failure"
      actions={<a href={`/logs?q=${encodeURIComponent(`vk:${slug}`)}`}>Requests</a>}
    >
      <Loaded resource={last} what="load its last requests">
        {({ good, bad }) => (
          <Facts
            facts={[
              {
                name: 'Last success',
                value: good ? (
                  <>
                    <a href={`/logs?log=${good.id}`}>{good.ai_model ?? good.endpoint}</a> in{' '}
                    {duration(good.response_time)}, <Time at={good.created_at} />
                  </>
                ) : (
                  'none yet'
                ),
              },
              {
                name: 'Last failure',
                value: bad ? (
                  <>
                    <a href={`/logs?log=${bad.id}`}>{failureWords(bad)}</a>, <Time at={bad.created_at} />
                  </>
                ) : (
                  'none'
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Card>
  )
}

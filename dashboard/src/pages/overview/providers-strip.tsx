/** Providers and their circuit states. */

import type { Resource } from '../../app/use-resource.ts'
import { DotWord } from '../../design/data/badge.tsx'
import { Card } from '../../design/data/card.tsx'
import { count, percent } from '../../design/data/format.ts'
import { Loaded } from '../../design/states/loaded.tsx'
import { type Breaker, BreakerList } from '../health/breaker-list.tsx'

export type ProviderSums = {
  readonly provider: string
  readonly requests: number
  readonly errors: number
  readonly last_seen: string
}

type StripProps = {
  readonly providers: Resource<readonly ProviderSums[]>
  readonly breakers: Resource<readonly Breaker[]>
}

export function ProvidersStrip({ providers, breakers }: StripProps) {
  return (
    <Card title="Providers and breakers" actions={<a href="/health">Health</a>}>
      <div class="stack">
        <Loaded resource={providers} what="load the providers">
          {(all) =>
            all.length === 0 ? (
              <p class="muted">No provider was called in this time.</p>
            ) : (
              <ul class="overview-providers" aria-label="Providers">
                {all.map((one) => (
                  <li key={one.provider}>
                    <DotWord tone={one.errors === 0 ? 'ok' : one.errors / one.requests > 0.2 ? 'error' : 'warning'}>
                      <strong>{one.provider}</strong>
                      <span class="muted">
                        {count(one.requests)} requests
                        {one.errors > 0 && `, ${percent(one.errors / one.requests)} failed`}
                      </span>
                    </DotWord>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
        <Loaded resource={breakers} what="load the breakers">
          {(all) => (
            <BreakerList breakers={all.filter((one) => one.state !== 'closed')} onChanged={breakers.reload} isStrip />
          )}
        </Loaded>
      </div>
    </Card>
  )
}

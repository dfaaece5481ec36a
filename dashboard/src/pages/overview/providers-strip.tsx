/** Attempts of each provider and open circuits. */

import type { Resource } from '../../app/use-resource.ts'
import { DotWord } from '../../design/data/badge.tsx'
import { Card } from '../../design/data/card.tsx'
import { ProviderMark } from '../../design/data/provider-mark.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { type Breaker, BreakerList } from '../health/breaker-list.tsx'
import { attemptTone, attemptWords } from './attempt-words.ts'
import type { ProviderAttempts } from './overview-data.ts'

type StripProps = {
  /** Null: unknown. */
  readonly providers: readonly ProviderAttempts[] | null
  readonly breakers: Resource<readonly Breaker[]>
}

export function ProvidersStrip({ providers, breakers }: StripProps) {
  return (
    <Card title="Providers and breakers" actions={<a href="/health">Health</a>}>
      <div class="stack">
        {providers?.length === 0 && <p class="muted">No provider was called in this time.</p>}
        {providers && providers.length > 0 && (
          <ul class="overview-providers" aria-label="Providers">
            {providers.map((one) => (
              <li key={one.provider}>
                <DotWord tone={attemptTone(one)}>
                  {one.provider && <ProviderMark provider={one.provider} />}
                  <strong>{one.provider || 'No provider'}</strong>
                  <span class="muted">{attemptWords(one)}</span>
                </DotWord>
              </li>
            ))}
          </ul>
        )}
        <Loaded resource={breakers} what="load the breakers">
          {(all) => (
            <BreakerList breakers={all.filter((one) => one.state !== 'closed')} onChanged={breakers.reload} isStrip />
          )}
        </Loaded>
      </div>
    </Card>
  )
}

/** Attempts of each provider and open circuits. */

import { DotWord } from '../../design/data/badge.tsx'
import { Card } from '../../design/data/card.tsx'
import { ProviderMark } from '../../design/data/provider-mark.tsx'
import { type Breaker, BreakerList } from '../health/breaker-list.tsx'
import { attemptTone, attemptWords } from './attempt-words.ts'
import type { ProviderAttempts } from './overview-data.ts'

type StripProps = {
  readonly providers: readonly ProviderAttempts[]
  readonly openBreakers: readonly Breaker[]
  readonly onChanged: () => void
}

export function ProvidersStrip({ providers, openBreakers, onChanged }: StripProps) {
  return (
    <Card title="Providers and circuit breakers" actions={<a href="/health">Health</a>}>
      <div class="stack">
        {providers.length === 0 && <p class="muted">No provider was called in this time range.</p>}
        {providers.length > 0 && (
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
        <BreakerList breakers={openBreakers} onChanged={onChanged} isStrip />
      </div>
    </Card>
  )
}

/** The request as received, as sent by each attempt, and the difference. */

import { useState } from 'preact/hooks'
import { parseJson } from '../../api/json.ts'
import { Segments } from '../../design/controls/segments.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { DiffView } from '../../design/data/diff-view.tsx'
import { type Fact, Facts } from '../../design/data/facts.tsx'
import { Body, shownText } from './body-tabs.tsx'
import type { LogAttempt, LogDetail } from './detail-wire.ts'

type View = 'original' | 'sent' | 'difference'

export function RequestTab({ log }: { readonly log: LogDetail }) {
  const [view, setView] = useState<View>('original')
  const [chosen, setChosen] = useState(Math.max(0, log.attempts.length - 1))
  const attempt = log.attempts[chosen]
  return (
    <div class="stack-tight">
      <Facts
        facts={[
          { name: 'Request', value: <code class="anywhere">{`${log.method} ${log.path}`}</code> },
          ...sentTo(log),
        ]}
      />
      {attempt && (
        <div class="row-wrap">
          <Segments
            label="Which request"
            value={view}
            onValue={(value) => setView(value as View)}
            choices={[
              { value: 'original', label: 'Original' },
              { value: 'sent', label: 'Sent' },
              { value: 'difference', label: 'Difference' },
            ]}
          />
          {view !== 'original' && log.attempts.length > 1 && (
            <Segments
              label="Attempt"
              value={String(chosen)}
              onValue={(value) => setChosen(Number(value))}
              choices={log.attempts.map((_, index) => ({ value: String(index), label: `Attempt ${index + 1}` }))}
            />
          )}
        </div>
      )}
      {view === 'original' || !attempt ? (
        <Body log={log} side={log.request} sizeBytes={log.request_bytes} title="As the caller sent it" />
      ) : (
        <Sent log={log} attempt={attempt} isDifference={view === 'difference'} />
      )}
    </div>
  )
}

type SentProps = { readonly log: LogDetail; readonly attempt: LogAttempt; readonly isDifference: boolean }

function Sent({ log, attempt, isDifference }: SentProps) {
  const { sent_body: sent } = attempt
  if (sent === null) {
    return (
      <p class="muted">
        {log.request.body === null
          ? 'The bodies of this request were not stored.'
          : 'The provider received the caller’s body unchanged, or the changed body was not stored because it is not JSON, is too large, or contains a secret from the config.'}
      </p>
    )
  }
  if (isDifference) {
    return (
      <DiffView
        before={shownText(log.request.body ?? '', parseJson(log.request.body ?? ''))}
        after={shownText(sent, parseJson(sent))}
        label="What the gateway changed"
      />
    )
  }
  return (
    <CodeBlock title={`As ${attempt.provider} got it`} code={shownText(sent, parseJson(sent))} copied={sent} wrap />
  )
}

function sentTo(log: LogDetail): Fact[] {
  return log.attempts.map((attempt, index) => ({
    name: `Attempt ${index + 1}`,
    value: <code class="anywhere">{attempt.url}</code>,
  }))
}

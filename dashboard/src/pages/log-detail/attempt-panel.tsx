/** Details of one attempt: target, timings and outcome. */

import { useLayoutEffect, useRef } from 'preact/hooks'
import { parseJson } from '../../api/json.ts'
import { Button } from '../../design/controls/button.tsx'
import { Badge, statusTone } from '../../design/data/badge.tsx'
import { Card } from '../../design/data/card.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { Facts } from '../../design/data/facts.tsx'
import { duration } from '../../design/data/format.ts'
import { shortPath } from '../../design/timeline/decision-steps.ts'
import { Body, shownText } from './body-tabs.tsx'
import type { LogAttempt, LogDetail } from './detail-wire.ts'

type AttemptPanelProps = { readonly log: LogDetail; readonly index: number; readonly onClose: () => void }

export function AttemptPanel({ log, index, onClose }: AttemptPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  // The panel opens below the timeline, often below the visible part.
  useLayoutEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), [index])
  const attempt = log.attempts[index]
  if (!attempt) return null
  const { status_code: status, error_code: error, first_byte: firstByte, start } = attempt
  const why = log.decisions.filter((one) => one.target === attempt.target && one.at >= start)
  const after = why.find(
    (one) => ['wait', 'fallback', 'breaker', 'kept'].includes(one.kind) && one.at >= start + attempt.duration,
  )
  const isFinal = index === log.attempts.length - 1 && status !== null && status === log.status_code
  return (
    <div ref={panel} class="log-attempt">
      <Card
        title={`Attempt ${index + 1} of ${log.attempts.length}`}
        actions={
          <Button kind="quiet" size="small" icon="close" iconOnly onClick={onClose}>
            Close attempt
          </Button>
        }
      >
        <Facts
          facts={[
            {
              name: 'Response',
              value: (
                <span class="row-wrap">
                  {status !== null && <Badge tone={statusTone(status)}>{status}</Badge>}
                  {error !== null && <Badge tone="error">{error}</Badge>}
                  {isFinal && <span class="muted">sent to the caller</span>}
                </span>
              ),
            },
            ...(after ? [{ name: 'Next step', value: after.reason }] : []),
            { name: 'Target', value: [shortPath(attempt.target), attempt.provider].filter(Boolean).join(' · ') },
            { name: 'Address', value: <code class="anywhere">{attempt.url}</code> },
            ...(attempt.retry === 0 ? [] : [{ name: 'Retry', value: `${attempt.retry}` }]),
            {
              name: 'Time',
              value: `${duration(attempt.duration)}, first byte ${
                firstByte == null ? 'none' : `after ${duration(Math.max(0, firstByte - start))}`
              }, started ${duration(start)} after the request`,
            },
          ]}
        />
        {isFinal && status >= 400 && (
          <div class="stack-tight">
            <h3>Response body</h3>
            <Body log={log} side={log.response} sizeBytes={log.response_bytes} title={`Response ${status}`} />
          </div>
        )}
        {!isFinal && status !== null && <Discarded attempt={attempt} />}
      </Card>
    </div>
  )
}

/** The response of an attempt that a retry or fallback followed. */
function Discarded({ attempt }: { readonly attempt: LogAttempt }) {
  const { response_body: body, response_body_cut: isCut } = attempt
  if (body === null)
    return <p class="muted">Response body not stored: it is empty or binary, or bodies are not logged.</p>
  const title = `Response ${attempt.status_code}, as ${attempt.provider} sent it${isCut ? ' · first 16 KiB' : ''}`
  return <CodeBlock title={title} code={shownText(body, parseJson(body))} copied={body} wrap />
}

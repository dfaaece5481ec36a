/** Runs a guardrail on a pasted text or on the request or response of a log. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { query } from '../../app/location.ts'
import { workspaceId } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { TextAreaField, TextField } from '../../design/controls/field.tsx'
import { Segments } from '../../design/controls/segments.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { Card } from '../../design/data/card.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { HookList } from '../../design/guardrails/hook-list.tsx'
import { hasResults } from '../../design/guardrails/hook-results.ts'
import { ErrorNotice } from '../../design/states/notices.tsx'
import type { Definition } from './draft.ts'
import type { TestResult, TextMatch } from './guardrail.ts'
import { highlighted } from './highlight.ts'

/** A saved guardrail by slug, an unsaved change of it, or a new one. Masked secrets refer to the saved guardrail. */
type Subject = { readonly guardrail?: string } & Partial<Definition>

type Source = 'text' | 'log'

const STATUS_WORDS: Readonly<Record<number, { words: string; tone: 'ok' | 'warning' | 'error' }>> = {
  200: { words: '200 passed', tone: 'ok' },
  246: { words: '246 failed, allowed', tone: 'warning' },
  446: { words: '446 denied', tone: 'error' },
}

export function Tester({ subject }: { readonly subject: Subject }) {
  const [source, setSource] = useState<Source>(query.value.has('log') ? 'log' : 'text')
  const [direction, setDirection] = useState<'input' | 'output'>('input')
  const [text, setText] = useState('')
  const [logId, setLogId] = useState(query.value.get('log') ?? '')
  const testing = useAction(async () => {
    const given = source === 'text' ? { text } : { log_id: logId.trim() }
    const body = { ...subject, direction, ...given, workspace_id: workspaceId.value }
    const result = await api.post<TestResult>('/guardrails/test', body)
    setShown({ result, text: source === 'text' ? text : null })
  })
  const [shown, setShown] = useState<Shown | null>(null)
  const isReady = source === 'text' ? text.trim() !== '' : logId.trim() !== ''
  return (
    <Card title="Try it">
      <form
        class="stack-tight"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) void testing.run()
        }}
      >
        <div class="row-wrap">
          <Segments
            label="What to check"
            value={source}
            onValue={(value) => setSource(value as Source)}
            choices={[
              { value: 'text', label: 'Text' },
              { value: 'log', label: 'Past request' },
            ]}
          />
          <Segments
            label="Direction"
            value={direction}
            onValue={(value) => setDirection(value as 'input' | 'output')}
            choices={[
              { value: 'input', label: 'As request' },
              { value: 'output', label: 'As response' },
            ]}
          />
        </div>
        {source === 'text' ? (
          <TextAreaField
            label="Text"
            rows={5}
            value={text}
            onValue={setText}
            placeholder="My e-mail is ada@example.com"
          />
        ) : (
          <TextField label="ID of the log" isCode value={logId} onValue={setLogId} hint="Its logged body is checked." />
        )}
        <div>
          <Button type="submit" kind="primary" icon="playground" isBusy={testing.isRunning} disabled={!isReady}>
            Run
          </Button>
        </div>
      </form>
      {testing.error && <ErrorNotice error={testing.error} what="run the guardrail" />}
      <div aria-live="polite">{shown && !testing.error && <Result shown={shown} />}</div>
    </Card>
  )
}

type Shown = { readonly result: TestResult; readonly text: string | null }

function Result({ shown: { result, text } }: { readonly shown: Shown }) {
  const { words, tone } = STATUS_WORDS[result.status] ?? { words: String(result.status), tone: 'warning' }
  const isChanged = text !== null && result.text !== null && result.text !== text
  return (
    <div class="stack-tight guardrails-outcome">
      <div>
        <Badge tone={tone}>{words}</Badge>
      </div>
      {text !== null && <Highlighted text={text} matches={result.matches} />}
      {isChanged && <CodeBlock title="Text after the guardrail" code={result.text ?? ''} wrap />}
      {text === null && result.body !== null && (
        <CodeBlock title="Body after the guardrail" code={JSON.stringify(result.body, null, 2)} wrap />
      )}
      {hasResults(result.hook_results) && <HookList results={result.hook_results} />}
    </div>
  )
}

/** The pasted text with the matches marked. */
function Highlighted({ text, matches }: { readonly text: string; readonly matches: readonly TextMatch[] }) {
  const parts = highlighted(text, matches)
  if (!parts.some(({ label }) => label !== null)) return null
  return (
    <p class="guardrails-text">
      {parts.map((part, index) =>
        part.label === null ? (
          part.text
        ) : (
          <mark key={index} title={part.label}>
            {part.text}
          </mark>
        ),
      )}
    </p>
  )
}

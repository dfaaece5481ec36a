/** The conversation by turn: text, collapsed tool calls, image thumbnails. */

import { useMemo, useState } from 'preact/hooks'
import { parseJson } from '../../../api/json.ts'
import { Button } from '../../../design/controls/button.tsx'
import { CopyButton } from '../../../design/controls/copy-button.tsx'
import { CodeBlock } from '../../../design/data/code-block.tsx'
import { JsonView } from '../../../design/data/json-view.tsx'
import type { LogDetail } from '../detail-wire.ts'
import { NotStored } from '../not-stored.tsx'
import { readConversation } from './read-conversation.ts'
import type { Part, Turn } from './turn.ts'

const MAX_CHARACTERS = 6_000
const MAX_TURNS = 60

export function ConversationView({ log }: { readonly log: LogDetail }) {
  const [isWhole, setWhole] = useState(false)
  const { request, response } = log
  const turns = useMemo(
    () =>
      readConversation({
        request: request.body_encoding === 'utf-8' ? request.body : null,
        response: response.body_encoding === 'utf-8' ? response.body : null,
      }),
    [request, response],
  )
  if (request.body === null && response.body === null) return <NotStored log={log} />
  if (turns.length === 0)
    return <p class="muted">No conversation can be read from the bodies; see Request and Response.</p>
  const hidden = isWhole ? 0 : Math.max(0, turns.length - MAX_TURNS)
  return (
    <ol class="log-turns" aria-label="Conversation">
      {hidden > 0 && (
        <li>
          <Button size="small" onClick={() => setWhole(true)}>{`Show ${hidden} earlier turns`}</Button>
        </li>
      )}
      {turns.slice(hidden).map((turn, index) => (
        <li key={index} class={`log-turn${turn.isAnswer ? ' log-turn-answer' : ''}`}>
          <TurnView turn={turn} />
        </li>
      ))}
      {(request.body_cut || response.body_cut) && (
        <li class="caption">The stored bodies are truncated: the end is missing.</li>
      )}
    </ol>
  )
}

function TurnView({ turn }: { readonly turn: Turn }) {
  const words = turn.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
  return (
    <>
      <div class="spread">
        <span class={`log-role${turn.role === 'error' ? ' tone-error' : ''}`}>{turn.role}</span>
        {words !== '' && <CopyButton text={words} what={`what ${turn.role} said`} iconOnly />}
      </div>
      {turn.parts.length === 0 && <p class="muted">empty</p>}
      {turn.parts.map((part, index) => (
        <PartView key={index} part={part} />
      ))}
    </>
  )
}

function PartView({ part }: { readonly part: Part }) {
  switch (part.kind) {
    case 'text':
      return <LongText text={part.text} />
    case 'thought':
      return (
        <details>
          <summary>Thought</summary>
          <LongText text={part.text} />
        </details>
      )
    case 'image':
      if (part.dataUrl === null) return <p class="muted anywhere">Image, not loaded: {part.note}</p>
      return <img class="log-picture" src={part.dataUrl} alt="Sent with the message" loading="lazy" />
    case 'tool-call':
      return (
        <details>
          <summary class="anywhere">
            Calls <code>{part.name}</code>
          </summary>
          <CodeBlock code={pretty(part.input)} wrap />
        </details>
      )
    case 'tool-result':
      return (
        <details>
          <summary class="anywhere">
            Result of <code>{part.of || 'a tool'}</code>
          </summary>
          <LongText text={part.text} />
        </details>
      )
    case 'other':
      return (
        <details>
          <summary class="anywhere">{part.name}</summary>
          <JsonView value={part.value} label={part.name} />
        </details>
      )
  }
}

function LongText({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > MAX_CHARACTERS && !isWhole
  return (
    <div class="log-text">
      {isLong ? text.slice(0, MAX_CHARACTERS) : text}
      {isLong && (
        <Button size="small" kind="quiet" onClick={() => setWhole(true)}>
          {`… all ${text.length.toLocaleString()} characters`}
        </Button>
      )}
    </div>
  )
}

function pretty(text: string): string {
  const value = parseJson(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}

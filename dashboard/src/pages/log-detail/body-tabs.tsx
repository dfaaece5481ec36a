/** Stored request and response: bodies, headers, and the whole record as a tree. */

import { useMemo, useState } from 'preact/hooks'
import { parseJson } from '../../api/json.ts'
import { Segments } from '../../design/controls/segments.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { Facts } from '../../design/data/facts.tsx'
import { bytes } from '../../design/data/format.ts'
import { JsonView } from '../../design/data/json-view.tsx'
import { Notice } from '../../design/states/notices.tsx'
import type { LogDetail, LogSide } from './detail-wire.ts'
import { NotStored } from './not-stored.tsx'

const MAX_CHARACTERS = 300_000

export function ResponseTab({ log }: { readonly log: LogDetail }) {
  return <Body log={log} side={log.response} sizeBytes={log.response_bytes} title="As the caller got it" />
}

type BodyProps = {
  readonly log: LogDetail
  readonly side: LogSide
  readonly sizeBytes: number
  readonly title: string
}

export function Body({ log, side, sizeBytes, title }: BodyProps) {
  const [view, setView] = useState('tree')
  const value = useMemo(() => (side.body === null ? undefined : parseJson(side.body)), [side.body])
  if (side.body === null) return sizeBytes === 0 ? <p class="muted">No body.</p> : <NotStored log={log} />
  if (side.body_encoding === 'base64') return <p class="muted">{bytes(sizeBytes)} of binary data.</p>
  const isTree = view === 'tree' && value !== undefined
  return (
    <div class="stack-tight">
      {side.body_cut && (
        <Notice tone="warning" title={`Truncated: only the first part of ${bytes(sizeBytes)} was stored`} />
      )}
      {value !== undefined && (
        <Segments
          label="View"
          value={view}
          onValue={setView}
          choices={[
            { value: 'tree', label: 'Tree' },
            { value: 'text', label: 'Text' },
          ]}
        />
      )}
      {isTree ? (
        <JsonView value={value} label={title} />
      ) : (
        <CodeBlock
          title={`${title} · ${bytes(sizeBytes)}`}
          code={shownText(side.body, value)}
          copied={side.body}
          wrap
        />
      )}
    </div>
  )
}

export function shownText(body: string, value: unknown): string {
  const text = value === undefined ? body : JSON.stringify(value, null, 2)
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}\n…` : text
}

export function HeadersTab({ log }: { readonly log: LogDetail }) {
  return (
    <div class="stack">
      <HeaderList title="Request" headers={log.request.headers} />
      <HeaderList title="Response" headers={log.response.headers} />
      <p class="caption">Only headers on the allowlist are stored, never credentials.</p>
    </div>
  )
}

function HeaderList({
  title,
  headers,
}: {
  readonly title: string
  readonly headers: Readonly<Record<string, string>>
}) {
  const names = Object.keys(headers).sort()
  return (
    <section aria-label={`${title} headers`}>
      <h3>{title}</h3>
      {names.length === 0 ? (
        <p class="muted">None stored.</p>
      ) : (
        <Facts facts={names.map((name) => ({ name, value: <span class="mono anywhere">{headers[name]}</span> }))} />
      )}
    </section>
  )
}

export function RawTab({ log }: { readonly log: LogDetail }) {
  return <JsonView value={log} label="The whole log" />
}

/** Audit entries as sentences, newest first. */

import { setQuery } from '../../app/location.ts'
import { Badge } from '../../design/data/badge.tsx'
import { count } from '../../design/data/format.ts'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { type AuditEntry, originOf } from './entry.ts'
import { type Part, sentenceOf } from './sentence.ts'
import { withName } from './with-name.ts'

type EntryTableProps = {
  readonly entries: readonly AuditEntry[]
  readonly workspaces: readonly { readonly id: string; readonly name: string }[]
  readonly opened: string | null
}

export function EntryTable({ entries, workspaces, opened }: EntryTableProps) {
  const open = (entry: AuditEntry) => setQuery({ entry: entry.request_id })
  const shown = entries.find((entry) => entry.request_id === opened)
  const workspaceName = (id: string) => workspaces.find((one) => one.id === id)?.name ?? 'a deleted workspace'
  return (
    <Table
      label="Audit log"
      rows={entries}
      keyOf={(entry) => entry.id}
      onOpen={open}
      selectedKey={shown?.id ?? null}
      columns={[
        { name: 'when', label: 'Time', cell: (entry) => <Time at={entry.timestamp} /> },
        {
          name: 'what',
          label: 'Event',
          cell: (entry) => (
            <div class="audit-what">
              <button type="button" class="audit-sentence" onClick={() => open(entry)}>
                <Sentence parts={sentenceOf(withName(entry))} />
              </button>
              <div class="caption anywhere">
                {entry.workspace_id === null ? 'organisation' : `workspace ${workspaceName(entry.workspace_id)}`} ·{' '}
                {originOf(entry)}
              </div>
            </div>
          ),
        },
        {
          name: 'result',
          label: 'Result',
          cell: (entry) =>
            entry.refused_with === null ? <span class="muted">done</span> : <Badge tone="error">refused</Badge>,
        },
        { name: 'number', label: 'Entry', isNumber: true, cell: (entry) => count(entry.sequence) },
      ]}
    />
  )
}

export function Sentence({ parts }: { readonly parts: readonly Part[] }) {
  return <>{parts.map((part, index) => (part.isStrong ? <strong key={index}>{part.text}</strong> : part.text))}</>
}

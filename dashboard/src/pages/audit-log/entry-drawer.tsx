/** Details of one entry: its changes, the request, the actor and the source. */

import { api } from '../../api/client.ts'
import { isObject } from '../../api/json.ts'
import { setQuery } from '../../app/location.ts'
import { caller } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { LinkButton } from '../../design/controls/button.tsx'
import { CopyButton } from '../../design/controls/copy-button.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { DiffView } from '../../design/data/diff-view.tsx'
import { type Fact, Facts } from '../../design/data/facts.tsx'
import { exactTime } from '../../design/data/format.ts'
import { Drawer } from '../../design/overlays/drawer.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { Notice } from '../../design/states/notices.tsx'
import { readState } from './changes.ts'
import { type AuditEntry, type AuditPage, objectPath, originOf } from './entry.ts'
import { Sentence } from './entry-table.tsx'
import { sentenceOf } from './sentence.ts'
import { withName } from './with-name.ts'

type EntryDrawerProps = {
  readonly requestId: string
  /** The entry, if the list already contains it. */
  readonly known: AuditEntry | null
}

export function EntryDrawer({ requestId, known }: EntryDrawerProps) {
  // A shared link can point to an entry on another page of the list.
  const requested = useResource(known === null ? requestId : null, (signal) =>
    api.get<AuditPage>('/audit-logs', { query: { request_id: requestId, page_size: 1 }, signal }),
  )
  const close = () => setQuery({ entry: null })
  const title = known ? `Entry ${known.sequence}` : 'Entry'
  return (
    <Drawer title={title} onClose={close}>
      {known ? (
        <Entry entry={known} />
      ) : (
        <Loaded resource={requested} what="load the entry">
          {({ records: [found] }) =>
            found ? (
              <Entry entry={found} />
            ) : (
              <Notice tone="warning" title="Entry not found">
                <p>No audit entry for the request ID in this URL.</p>
              </Notice>
            )
          }
        </Loaded>
      )}
    </Drawer>
  )
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const path = objectPath(entry)
  return (
    <div class="stack">
      <p class="audit-whole">
        <Sentence parts={sentenceOf(withName(entry))} />
      </p>
      <div class="row-wrap">
        {path && <LinkButton href={inWorkspace(path, entry)}>Open</LinkButton>}
        {entry.target_id && (
          <LinkButton href={`/audit-log?target=${encodeURIComponent(entry.target_id)}`}>
            History of this object
          </LinkButton>
        )}
        <LinkButton href={`/audit-log?actor=${encodeURIComponent(entry.user_id)}`}>Entries by this actor</LinkButton>
      </div>
      <Difference entry={entry} />
      <h3>Request</h3>
      <Facts facts={factsOf(entry)} />
      {entry.query_params && entry.query_params !== '{}' && (
        <CodeBlock title="Query" wrap code={pretty(entry.query_params)} />
      )}
      {entry.request_body && <CodeBlock title="Body, secrets masked" wrap code={pretty(entry.request_body)} />}
    </div>
  )
}

function Difference({ entry }: { readonly entry: AuditEntry }) {
  if (entry.before === null && entry.after === null) return <p class="muted">Nothing was changed.</p>
  const title = entry.before === null ? 'Created' : entry.after === null ? 'Deleted' : 'What changed'
  return (
    <div class="stack-tight">
      <h3>{title}</h3>
      <DiffView label={title} before={stateText(entry.before)} after={stateText(entry.after)} />
    </div>
  )
}

function factsOf(entry: AuditEntry): readonly Fact[] {
  const kind = { user: 'Person', api_key: 'Key', command_line: 'Command' }[entry.user_type]
  return [
    { name: 'Time', value: exactTime(entry.timestamp) },
    { name: kind, value: `${entry.user_name} (${entry.user_id})` },
    ...(entry.user_created_by ? [{ name: 'Key created by', value: entry.user_created_by }] : []),
    { name: 'Source', value: originOf(entry) },
    { name: 'Client', value: entry.user_agent ?? 'not reported' },
    { name: 'Request', value: <code>{`${entry.method} ${entry.uri}`}</code> },
    {
      name: 'Status',
      value: entry.refused_with ? `${entry.response_status_code}, ${entry.refused_with}` : entry.response_status_code,
    },
    {
      name: 'Request ID',
      value: (
        <span class="row">
          <code class="anywhere">{entry.request_id}</code>
          <CopyButton text={entry.request_id} what="request id" iconOnly />
        </span>
      ),
    },
    { name: 'Hash', value: <code class="anywhere">{entry.hash}</code> },
  ]
}

/** Omits the modification time, which is in every entry. */
function stateText(text: string | null): string {
  if (text === null) return ''
  const state = readState(text)
  if (!isObject(state)) return pretty(text)
  const { last_updated_at: _, ...rest } = state
  return JSON.stringify(rest, null, 2)
}

function pretty(text: string): string {
  const state = readState(text)
  return typeof state === 'string' ? state : JSON.stringify(state, null, 2)
}

function inWorkspace(path: string, { workspace_id: id }: AuditEntry): string {
  const slug = caller.value?.workspaces.find((one) => one.id === id)?.slug
  if (!slug) return path
  return `${path}${path.includes('?') ? '&' : '?'}w=${encodeURIComponent(slug)}`
}

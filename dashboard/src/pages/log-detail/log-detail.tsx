/** The full record of one request, shared by the drawer and the page. */

import { api } from '../../api/client.ts'
import { useShortcuts } from '../../app/keyboard.ts'
import { navigate, query, setQuery } from '../../app/location.ts'
import { can, workspaceId } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { LinkButton } from '../../design/controls/button.tsx'
import { Tabs } from '../../design/controls/tabs.tsx'
import { HookList } from '../../design/guardrails/hook-list.tsx'
import { type HookResult, hasResults } from '../../design/guardrails/hook-results.ts'
import { Delayed, SkeletonRows } from '../../design/states/loaded.tsx'
import { ErrorNotice, Notice } from '../../design/states/notices.tsx'
import { DecisionTimeline } from '../../design/timeline/decision-timeline.tsx'
import { type LogLine, lineOf } from '../logs/list/log-line.ts'
import { AttemptPanel } from './attempt-panel.tsx'
import { HeadersTab, RawTab, ResponseTab } from './body-tabs.tsx'
import { ConversationView } from './conversation/conversation-view.tsx'
import { CostTab } from './cost-tab.tsx'
import { copyRequest, HeadActions, LineHead, Origins, replayHref } from './detail-head.tsx'
import type { LogDetail } from './detail-wire.ts'
import { FeedbackTab } from './feedback-tab.tsx'
import { RequestTab } from './request-tab.tsx'

const TABS = [
  { name: 'conversation', label: 'Conversation' },
  { name: 'request', label: 'Request' },
  { name: 'response', label: 'Response' },
  { name: 'headers', label: 'Headers' },
  { name: 'cost', label: 'Cost' },
  { name: 'feedback', label: 'Feedback' },
  { name: 'raw', label: 'Raw' },
] as const

type TabName = (typeof TABS)[number]['name']

type LogDetailViewProps = {
  readonly id: string
  /** The row of the list, if there is one. */
  readonly line: LogLine | null
  /** Names of API keys by id, if the user may see them. */
  readonly keyNames: ReadonlyMap<string, string>
  readonly isFull: boolean
}

export function LogDetailView({ id, line, keyNames, isFull }: LogDetailViewProps) {
  const detail = useResource(
    id,
    (signal) =>
      api.get<LogDetail>(`/logs/${encodeURIComponent(id)}`, { query: { workspace_id: workspaceId.value }, signal }),
    { forgetOnChange: true },
  )
  const log = detail.data
  const chooseTab = (name: TabName) => setQuery({ tab: name === 'conversation' ? null : name }, { replace: true })
  useShortcuts([
    { keys: 'c', about: 'Copy the request as curl', run: () => log && void copyRequest(log, 'curl') },
    { keys: 'r', about: 'Replay in the playground', run: () => can('completions.write') && navigate(replayHref(id)) },
    { keys: 'f', about: 'Feedback', run: () => chooseTab('feedback') },
  ])
  const known = log ? lineOf(log) : line
  return (
    <div class="log-detail">
      {known && <LineHead line={known} />}
      {detail.error && <Gone detail={detail} />}
      {!log && !detail.error && (
        <Delayed>
          <SkeletonRows rows={7} />
        </Delayed>
      )}
      {log && (
        <>
          <Origins log={log} keyName={keyNames.get(log.api_key_id)} />
          <HeadActions log={log} isFull={isFull} />
          <Why log={log} />
          <Tabs label="Parts of the request" tabs={TABS} chosen={chosenTab()} onChoose={chooseTab}>
            <TabContent log={log} name={chosenTab()} onChanged={detail.reload} />
          </Tabs>
        </>
      )}
    </div>
  )
}

function Gone({ detail }: { readonly detail: ReturnType<typeof useResource<LogDetail>> }) {
  if (detail.error === null) return null
  if (detail.error.status !== 404)
    return <ErrorNotice error={detail.error} what="load the request" onRetry={detail.reload} />
  return (
    <Notice tone="warning" title="Log not found">
      <p>
        It belongs to another workspace, its retention has expired, or it does not exist. New logs appear within a
        second.
      </p>
      <LinkButton size="small" href="/logs">
        All requests
      </LinkButton>
    </Notice>
  )
}

function Why({ log }: { readonly log: LogDetail }) {
  const requested = Number(query.value.get('attempt') ?? Number.NaN) - 1
  const chosen = requested >= 0 && requested < log.attempts.length ? requested : null
  const choose = (index: number | null) => setQuery({ attempt: index === null ? null : index + 1 }, { replace: true })
  const config = log.config
  return (
    <section class="stack-tight" aria-label="Routing decisions">
      <h2 class="log-section">Decisions</h2>
      {log.source === 'external' ? (
        <p class="muted">This log was inserted through the API, so it has no gateway decisions.</p>
      ) : (
        <DecisionTimeline
          label="Decisions in order"
          decisions={log.decisions}
          attempts={log.attempts}
          totalMs={log.response_time}
          chosenAttempt={chosen}
          onAttempt={choose}
          actions={
            config &&
            can('configs.read') && <a href={`/configs/${encodeURIComponent(config)}/explain`}>Explain this config</a>
          }
        />
      )}
      {hasResults(log.hook_results) && (
        <section class="stack-tight" aria-label="Guardrails">
          <h2 class="log-section">Guardrails</h2>
          <HookList results={log.hook_results} hrefOf={savedHref} />
        </section>
      )}
      {chosen !== null && <AttemptPanel log={log} index={chosen} onClose={() => choose(null)} />}
      {log.warnings.length > 0 && (
        <Notice tone="warning" title="Warnings">
          <ul>
            {log.warnings.map((words) => (
              <li key={words} class="anywhere">
                {words}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </section>
  )
}

/** Only saved guardrails have a version and a page. */
function savedHref({ id, version_id: version }: HookResult): string | null {
  return version && can('guardrails.list') ? `/guardrails/${encodeURIComponent(id)}` : null
}

type TabContentProps = { readonly log: LogDetail; readonly name: TabName; readonly onChanged: () => void }

function TabContent({ log, name, onChanged }: TabContentProps) {
  switch (name) {
    case 'conversation':
      return <ConversationView key={log.id} log={log} />
    case 'request':
      return <RequestTab key={log.id} log={log} />
    case 'response':
      return <ResponseTab key={log.id} log={log} />
    case 'headers':
      return <HeadersTab log={log} />
    case 'cost':
      return <CostTab log={log} />
    case 'feedback':
      return <FeedbackTab key={log.id} log={log} onChanged={onChanged} />
    case 'raw':
      return <RawTab key={log.id} log={log} />
  }
}

function chosenTab(): TabName {
  const requested = query.value.get('tab')
  return TABS.find((tab) => tab.name === requested)?.name ?? 'conversation'
}

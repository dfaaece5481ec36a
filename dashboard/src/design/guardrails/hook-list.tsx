/** What each guardrail and each of its checks found. */

import { Badge } from '../data/badge.tsx'
import { Table } from '../data/table.tsx'
import {
  checkTime,
  explanationOf,
  type HookCheck,
  type HookResult,
  type HookResults,
  outcomeOf,
  outcomeOfCheck,
  shortCheck,
} from './hook-results.ts'

const SIDES = [
  { name: 'before_request_hooks', title: 'Request' },
  { name: 'after_request_hooks', title: 'Response' },
] as const

/** `hrefOf` links a guardrail to its page; null: an inline guardrail. */
type HookListProps = { readonly results: HookResults; readonly hrefOf?: (hook: HookResult) => string | null }

export function HookList({ results, hrefOf }: HookListProps) {
  return (
    <div class="stack">
      {SIDES.map(({ name, title }) => {
        const hooks = results[name] ?? []
        return (
          hooks.length > 0 && (
            <section key={name} class="stack-tight" aria-label={`Guardrails of the ${title.toLowerCase()}`}>
              <h3>{title}</h3>
              {hooks.map((hook, index) => (
                <Hook key={index} hook={hook} href={hrefOf?.(hook) ?? null} side={title} />
              ))}
            </section>
          )
        )
      })}
    </div>
  )
}

type HookProps = { readonly hook: HookResult; readonly href: string | null; readonly side: string }

function Hook({ hook, href, side }: HookProps) {
  const { words, tone } = outcomeOf(hook)
  return (
    <div class="guardrail-result">
      <div class="row-wrap">
        {href === null ? <b class="anywhere">{hook.id}</b> : <a href={href}>{hook.id}</a>}
        <Badge tone={tone}>{words}</Badge>
        {hook.shadow && <Badge>shadow</Badge>}
        {hook.async && <Badge>async</Badge>}
        {hook.source !== undefined && hook.source !== 'config' && <Badge tone="info">{`from ${hook.source}`}</Badge>}
        <span class="muted number">{checkTime(hook.execution_time)}</span>
        {(hook.held_time ?? 0) > 0 && <span class="muted">stream held {checkTime(hook.held_time ?? 0)}</span>}
      </div>
      {hook.checks.length > 0 && (
        <Table
          label={`Checks of ${hook.id}, ${side.toLowerCase()}`}
          isCompact
          rows={hook.checks.map((check, index) => ({ check, index }))}
          keyOf={({ index }) => String(index)}
          columns={[
            {
              name: 'check',
              label: 'Check',
              cell: ({ check }) => <code class="anywhere">{shortCheck(check.id)}</code>,
            },
            { name: 'verdict', label: 'Verdict', cell: ({ check }) => <Verdict check={check} /> },
            { name: 'found', label: 'Found', cell: ({ check }) => <Found check={check} /> },
            { name: 'time', label: 'Time', isNumber: true, cell: ({ check }) => checkTime(check.execution_time) },
          ]}
        />
      )}
    </div>
  )
}

function Verdict({ check }: { readonly check: HookCheck }) {
  const { words, tone } = outcomeOfCheck(check)
  return <Badge tone={tone}>{words}</Badge>
}

const MAX_MATCHES = 20

function Found({ check }: { readonly check: HookCheck }) {
  const { matches = [] } = check
  const explanation = explanationOf(check)
  if (matches.length === 0) return <span class="anywhere">{explanation || '—'}</span>
  return (
    <ul class="guardrail-matches">
      {matches.slice(0, MAX_MATCHES).map(({ label, masked, where }, index) => (
        <li key={index}>
          <mark class="anywhere">{masked}</mark> <span class="muted">{label}</span>{' '}
          <code class="caption anywhere">{where}</code>
        </li>
      ))}
      {matches.length > MAX_MATCHES && <li class="caption">{matches.length - MAX_MATCHES} more</li>}
    </ul>
  )
}

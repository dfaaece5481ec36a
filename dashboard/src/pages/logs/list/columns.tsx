/** Columns of the logs list: one unit per column, a word with every colour. */

import type { ComponentChildren } from 'preact'
import { type KeyNames, toggleTerm } from '../../../../../log-filter/filter-language.ts'
import { setQuery } from '../../../app/location.ts'
import { can } from '../../../app/session.ts'
import { Badge, type Tone } from '../../../design/data/badge.tsx'
import { count, duration, exactDuration, exactTime, moneyOfCents } from '../../../design/data/format.ts'
import { clockSeconds, dayClock } from '../../../design/data/time-zone.ts'
import { shortPath } from '../../../design/timeline/decision-steps.ts'
import { userHref } from '../../end-users/user-href.ts'
import { type LogLine, type ShownVerdict, verdictOf } from './log-line.ts'

export type CellFacts = {
  readonly keyNames: KeyNames
  readonly virtualKeyNames: ReadonlyMap<string, string>
  readonly isRoomy: boolean
}

export type LogColumn = {
  readonly name: string
  readonly label: string
  /** CSS grid track size. */
  readonly width: string
  readonly isNumber?: boolean
  readonly isUsual: boolean
  /** Left out of the default columns if the table is narrower than this, in pixels. */
  readonly leastTable?: number
  readonly cell: (line: LogLine, facts: CellFacts) => ComponentChildren
}

const DAY_MS = 86_400_000
/** Only the last attempts of a long trail are shown. */
const MAX_MARKS = 3

/** The time of day, with the date and without seconds if it is not recent. */
export function shortTime(atMs: number, nowMs = Date.now()): string {
  return nowMs - atMs < DAY_MS / 2 ? clockSeconds(atMs) : dayClock(atMs)
}

export const LOG_COLUMNS: readonly LogColumn[] = [
  {
    name: 'time',
    label: 'Time',
    width: '124px',
    isUsual: true,
    cell: ({ atMs }) => <time title={exactTime(atMs)}>{shortTime(atMs)}</time>,
  },
  { name: 'status', label: 'Status', width: '110px', isUsual: true, cell: (line) => <Status line={line} /> },
  {
    name: 'latency',
    label: 'Latency',
    width: '96px',
    isNumber: true,
    isUsual: true,
    cell: (line) => <Latency line={line} />,
  },
  {
    name: 'model',
    label: 'Model',
    width: 'minmax(104px, 1.1fr)',
    isUsual: true,
    cell: ({ model, endpoint }, { isRoomy }) => <TwoLines first={model} second={isRoomy ? endpoint : null} />,
  },
  {
    name: 'target',
    label: 'Target',
    width: 'minmax(84px, 1fr)',
    isUsual: true,
    cell: (line, facts) => <Target line={line} facts={facts} />,
  },
  {
    name: 'attempts',
    label: 'Attempts',
    width: 'minmax(112px, 0.6fr)',
    isUsual: true,
    cell: (line) => <AttemptTrail line={line} />,
  },
  {
    name: 'guardrail',
    label: 'Guardrail',
    width: '104px',
    isUsual: true,
    leastTable: 1_140,
    cell: (line) => <GuardrailVerdict line={line} />,
  },
  {
    name: 'tokens',
    label: 'Tokens',
    width: '112px',
    isNumber: true,
    isUsual: true,
    leastTable: 1_040,
    cell: (line) => <Tokens line={line} />,
  },
  {
    name: 'cost',
    label: 'Cost',
    width: '84px',
    isNumber: true,
    isUsual: true,
    cell: ({ cost }) => <Cost cents={cost} />,
  },
  {
    name: 'words',
    label: 'Question',
    width: 'minmax(110px, 2fr)',
    isUsual: true,
    cell: ({ words }) => <Text text={words} />,
  },
  {
    name: 'user',
    label: 'User',
    width: 'minmax(84px, 1fr)',
    isUsual: true,
    leastTable: 880,
    cell: ({ user }) => <User user={user} />,
  },
  {
    name: 'key',
    label: 'Key',
    width: 'minmax(72px, 0.9fr)',
    isUsual: false,
    cell: ({ keyId }, { keyNames }) => <Text text={keyNames.get(keyId) ?? keyId} />,
  },
  {
    name: 'gateway',
    label: 'Gateway',
    width: '84px',
    isNumber: true,
    isUsual: false,
    cell: ({ ownMs }) => (ownMs === null ? <span class="muted">—</span> : exactDuration(ownMs)),
  },
  {
    name: 'endpoint',
    label: 'Endpoint',
    width: '132px',
    isUsual: false,
    cell: ({ endpoint }) => <Text text={endpoint} />,
  },
  { name: 'config', label: 'Config', width: '120px', isUsual: false, cell: ({ config }) => <Text text={config} /> },
  { name: 'prompt', label: 'Prompt', width: '120px', isUsual: false, cell: ({ prompt }) => <Text text={prompt} /> },
  {
    name: 'cache',
    label: 'Cache',
    width: '104px',
    isUsual: false,
    cell: ({ cache }) => <Text text={cache.toLowerCase()} />,
  },
  {
    name: 'first_byte',
    label: 'First byte',
    width: '88px',
    isNumber: true,
    isUsual: false,
    cell: ({ firstByteMs }) => duration(firstByteMs),
  },
  {
    name: 'feedback',
    label: 'Feedback',
    width: '84px',
    isNumber: true,
    isUsual: false,
    cell: ({ feedback }) => (feedback === null ? <span class="muted">—</span> : feedback.toFixed(1)),
  },
  { name: 'trace', label: 'Trace', width: '140px', isUsual: false, cell: ({ traceId }) => <Text text={traceId} /> },
]

/** The width below which the table scrolls sideways: the fixed columns and the minimum of the others. */
export function leastWidth(columns: readonly LogColumn[]): number {
  return columns.reduce((sum, { width }) => sum + Number(/\d+/.exec(width)?.[0] ?? 0), 0)
}

/** The default columns that fit. */
export function fitting(columns: readonly LogColumn[], tableWidth: number): readonly LogColumn[] {
  return columns.filter(({ leastTable = 0 }) => tableWidth >= leastTable)
}

function User({ user }: { readonly user: string | null }) {
  if (user === null || user === '' || !can('analytics.view')) return <Text text={user} />
  return (
    <a class="logs-user truncate" href={userHref(user)} title={user}>
      {user}
    </a>
  )
}

function Text({ text }: { readonly text: string | null }) {
  if (text === null || text === '') return <span class="muted">—</span>
  return (
    <span class="truncate" title={text}>
      {text}
    </span>
  )
}

function TwoLines({ first, second }: { readonly first: string | null; readonly second: string | null }) {
  if (!second) return <Text text={first} />
  return (
    <span class="logs-two-lines">
      <Text text={first} />
      <span class="caption truncate">{second}</span>
    </span>
  )
}

export function Status({ line }: { readonly line: LogLine }) {
  const { words, tone, title } = verdictOf(line)
  return (
    <Badge tone={tone} title={title}>
      {words}
    </Badge>
  )
}

const GUARDRAIL_WORDS: Readonly<Record<ShownVerdict, { readonly words: string; readonly tone: Tone }>> = {
  denied: { words: 'denied', tone: 'error' },
  failed: { words: 'failed', tone: 'warning' },
  would_deny: { words: 'would deny', tone: 'info' },
}

/** Renders nothing if all guardrails passed. A click filters the list by the guardrail and its verdict. */
function GuardrailVerdict({ line: { guardrail, guardrailVerdict } }: { readonly line: LogLine }) {
  if (guardrail === null || guardrailVerdict === null) return null
  const { words, tone } = GUARDRAIL_WORDS[guardrailVerdict]
  const filter = toggleTerm(toggleTerm('', 'guardrail', guardrail), 'guardrail.verdict', guardrailVerdict)
  const title = `Guardrail ${guardrail}: show requests with this verdict`
  return (
    <button type="button" class="logs-guardrail" title={title} onClick={() => setQuery({ q: filter, log: null })}>
      <Badge tone={tone}>{words}</Badge>
    </button>
  )
}

function Target({ line, facts }: { readonly line: LogLine; readonly facts: CellFacts }) {
  const { isRoomy, virtualKeyNames } = facts
  const name = line.virtualKey === null ? line.provider : (virtualKeyNames.get(line.virtualKey) ?? line.virtualKey)
  if (name === null) return <span class="muted">{line.isExternal ? 'external' : 'none'}</span>
  const path = shortPath(line.target)
  if (isRoomy) return <TwoLines first={name} second={path} />
  return (
    <span class="truncate" title={path === '' ? name : `${name} · ${path}`}>
      {name} {path !== '' && <span class="caption logs-path">{path}</span>}
    </span>
  )
}

/** The full width is the slowest visible row; the dark part is the gateway's own time. */
function Latency({ line }: { readonly line: LogLine }) {
  const { durationMs, ownMs } = line
  const own = ownMs === null || durationMs <= 0 ? 0 : Math.min(1, ownMs / durationMs)
  const ownStyle = { '--log-ms': Math.max(0.01, durationMs), '--log-own': `${100 * own}%` }
  return (
    <span class="logs-latency" title={ownMs === null ? undefined : `${exactDuration(ownMs)} in the gateway`}>
      <span class="logs-latency-bar" style={ownStyle as Record<string, string | number>} aria-hidden="true" />
      <span>{duration(durationMs)}</span>
    </span>
  )
}

/** The outcome of each attempt in order. Without details: a mark per failed attempt, and one for success. */
function AttemptTrail({ line }: { readonly line: LogLine }) {
  const { attempts, status, ending, cache, trail } = line
  if (attempts === 0) {
    const words = cache.endsWith('HIT') ? 'cache' : line.isExternal ? 'external' : 'none'
    return <span class="caption">{words}</span>
  }
  const isGood = status < 400 && ending === 'complete'
  // The status column already shows the outcome.
  if (attempts === 1) return <span class="caption">1</span>
  const failed = isGood ? attempts - 1 : attempts
  const sentence = `${attempts} attempts, ${failed} failed`
  return (
    <span class="logs-trail" title={trail === null ? sentence : `${sentence}: ${trail}`}>
      <span class="sr-only">{sentence}</span>
      {trail === null ? <Marks failed={failed} isGood={isGood} /> : <Statuses trail={trail} />}
    </span>
  )
}

function Statuses({ trail }: { readonly trail: string }) {
  const marks = trail.split(' ')
  return (
    <span class="number truncate">
      {marks.length > MAX_MARKS && `${marks.length - MAX_MARKS} … `}
      {marks.slice(-MAX_MARKS).map((mark, index) => (
        <span key={index} class={/^[23]/.test(mark) ? 'tone-ok' : 'tone-error'}>
          {index > 0 && ' '}
          {mark}
        </span>
      ))}
    </span>
  )
}

function Marks({ failed, isGood }: { readonly failed: number; readonly isGood: boolean }) {
  return (
    <span aria-hidden="true">
      <span class="tone-error">{'✕'.repeat(Math.min(failed, MAX_MARKS))}</span>
      {failed > MAX_MARKS && `+${failed - MAX_MARKS}`}
      {isGood && <span class="tone-ok">●</span>}
    </span>
  )
}

function Tokens({ line: { inputTokens, outputTokens, isEstimate } }: { readonly line: LogLine }) {
  if (inputTokens === null && outputTokens === null) return <span class="muted">—</span>
  return (
    <span title={isEstimate ? 'Estimated: the provider reported no usage' : undefined}>
      {isEstimate && '≈ '}
      {count(inputTokens)} → {count(outputTokens)}
    </span>
  )
}

export function Cost({ cents }: { readonly cents: number | null }) {
  if (cents === null)
    return (
      <span class="muted" title="Price unknown">
        unknown
      </span>
    )
  return <>{moneyOfCents(cents)}</>
}

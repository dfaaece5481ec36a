/** The summary of a request: status, model, duration, cost, caller and route. */

import type { LogRow } from '../../api/log-row.ts'
import { can } from '../../app/session.ts'
import { LinkButton } from '../../design/controls/button.tsx'
import { CopyButton, copyText } from '../../design/controls/copy-button.tsx'
import { Menu } from '../../design/controls/menu.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { count, duration, moneyOfCents } from '../../design/data/format.ts'
import { Time } from '../../design/data/time.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { userHref } from '../end-users/user-href.ts'
import { type LogLine, verdictOf } from '../logs/list/log-line.ts'
import { type CopyLanguage, copyAs } from './copy-as.ts'
import type { LogDetail } from './detail-wire.ts'

/** Shown from the list's data before the full record loads. */
export function LineHead({ line }: { readonly line: LogLine }) {
  const verdict = verdictOf(line)
  return (
    <p class="log-headline" data-log-head={line.id}>
      <Badge tone={verdict.tone} title={verdict.title}>
        {verdict.words}
      </Badge>
      <span class="mono anywhere">
        {line.method} {line.path}
      </span>
      <strong class="anywhere">{line.model ?? 'no model'}</strong>
      <span class="number">{duration(line.durationMs)}</span>
      <span class="number">{moneyOfCents(line.cost)}</span>
      {line.inputTokens !== null && (
        <span class="number">
          {count(line.inputTokens)} → {count(line.outputTokens)} tokens
        </span>
      )}
    </p>
  )
}

export function Origins({ log, keyName }: { readonly log: LogRow; readonly keyName: string | undefined }) {
  const facts = [
    { name: 'at', value: <Time at={log.created_at} /> },
    {
      name: 'trace',
      value: (
        <a class="anywhere" href={`/traces/${encodeURIComponent(log.trace_id)}`}>
          {shortId(log.trace_id)}
        </a>
      ),
    },
    { name: 'key', value: keyName ?? shortId(log.api_key_id) },
    ...(log.config
      ? [{ name: 'config', value: <a href={`/configs/${encodeURIComponent(log.config)}`}>{configWords(log)}</a> }]
      : []),
    ...(log.virtual_key
      ? [
          {
            name: 'virtual key',
            value: <a href={`/virtual-keys/${encodeURIComponent(log.virtual_key)}`}>{log.virtual_key}</a>,
          },
        ]
      : []),
    ...(log.prompt_slug
      ? [{ name: 'prompt', value: <a href={`/prompts/${encodeURIComponent(log.prompt_slug)}`}>{promptWords(log)}</a> }]
      : []),
    ...Object.entries(log.metadata)
      .filter(([name]) => name !== '_organisation' && name !== '_prompt')
      .map(([name, value]) =>
        name === '_user'
          ? { name: 'user', value: can('analytics.view') ? <a href={userHref(value)}>{value}</a> : value }
          : { name, value },
      ),
  ]
  return (
    <ul class="log-origins" aria-label="Source">
      {facts.map(({ name, value }) => (
        <li key={name}>
          <span class="muted">{name}</span> <span class="anywhere">{value}</span>
        </li>
      ))}
    </ul>
  )
}

const LANGUAGES: readonly { readonly name: CopyLanguage; readonly label: string }[] = [
  { name: 'curl', label: 'curl' },
  { name: 'typescript', label: 'TypeScript' },
  { name: 'python', label: 'Python' },
  { name: 'openai', label: 'OpenAI SDK' },
]

export function HeadActions({ log, isFull }: { readonly log: LogDetail; readonly isFull: boolean }) {
  return (
    <div class="row-wrap no-print">
      <Menu
        label="Copy as code"
        button="Copy as ▾"
        side="start"
        items={LANGUAGES.map(({ name, label }) => ({ label, onChoose: () => void copyRequest(log, name) }))}
      />
      {can('completions.write') && <LinkButton href={replayHref(log.id)}>Replay</LinkButton>}
      {can('logs.view') && <LinkButton href={`/compare/${encodeURIComponent(log.id)}`}>Compare with…</LinkButton>}
      <CopyButton size="usual" text={`${location.origin}/logs/${log.id}`} what="link" />
      {!isFull && <LinkButton href={`/logs/${log.id}`}>Full page</LinkButton>}
    </div>
  )
}

export function replayHref(id: string): string {
  return `/playground?log=${encodeURIComponent(id)}`
}

export async function copyRequest(log: LogDetail, language: CopyLanguage): Promise<void> {
  await copyText(copyAs(log, language, location.origin))
  toast({ words: 'Copied. It reads the key from $GATEWAY_API_KEY.' })
}

function configWords({ config, config_version: version }: LogRow): string {
  return version === null ? `${config}` : `${config} v${version}`
}

function promptWords({ prompt_slug: slug, prompt_version: version }: LogRow): string {
  return version === null ? `${slug}` : `${slug}@${version}`
}

function shortId(id: string): string {
  return id.length > 18 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id
}

/** Shown instead of data: forbidden, failed or empty, each with the next step. */

import type { ComponentChildren } from 'preact'
import type { ApiError } from '../../api/api-error.ts'
import { Button } from '../controls/button.tsx'
import { CopyButton } from '../controls/copy-button.tsx'

type NoticeProps = {
  readonly tone?: 'info' | 'ok' | 'warning' | 'error' | 'neutral'
  readonly title: string
  readonly children?: ComponentChildren
  /** Announced immediately: for results of a user action. */
  readonly isAlert?: boolean
}

export function Notice({ tone = 'info', title, children, isAlert }: NoticeProps) {
  return (
    <div class={`notice tone-${tone}`} role={isAlert ? 'alert' : undefined}>
      <div class="notice-title">{title}</div>
      {children}
    </div>
  )
}

type ErrorNoticeProps = {
  readonly error: ApiError
  readonly onRetry?: () => void
  readonly what?: string
  /** The caller retries temporary errors automatically. */
  readonly asksAgain?: boolean
}

/** `what` completes "Could not ...", such as "load the keys". */
export function ErrorNotice({ error, onRetry, what, asksAgain }: ErrorNoticeProps) {
  if (error.isForbidden) return <ForbiddenNotice error={error} />
  return (
    <Notice tone="error" title={what ? `Could not ${what}` : 'Something went wrong'} isAlert>
      <p class="anywhere">{error.message}</p>
      {error.hint && <p class="anywhere">{error.hint}</p>}
      {error.status >= 500 && (
        <p class="caption">
          On the gateway’s machine, <code>gatehouse doctor</code> checks what may be wrong.
        </p>
      )}
      {asksAgain && error.isPassing && <p class="caption">This page retries automatically.</p>}
      <div class="row-wrap">
        {onRetry && (
          <Button size="small" icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        )}
        {error.traceId && <TraceId id={error.traceId} />}
      </div>
    </Notice>
  )
}

function TraceId({ id }: { readonly id: string }) {
  return (
    <span class="row caption">
      Request <code class="anywhere">{id}</code>
      <CopyButton text={id} what="request id" iconOnly />
    </span>
  )
}

/** Names the missing permission and who can grant it. Without `error`, the whole page is forbidden. */
export function ForbiddenNotice({ error, needs }: { readonly error?: ApiError; readonly needs?: string }) {
  const missing = needs ?? error?.param ?? 'a permission you do not have'
  const request = `Please grant me ${missing} in Gatehouse (${location.pathname}).`
  return (
    <Notice tone="warning" title="You do not have access">
      <p class="anywhere">{error?.message ?? `This page needs ${missing}.`}</p>
      <p>An owner or admin of the organisation, or a manager of the workspace, can grant it.</p>
      <div class="row-wrap">
        <CopyButton text={request} what="a request to send them" />
        {error?.traceId && <TraceId id={error.traceId} />}
      </div>
    </Notice>
  )
}

type EmptyProps = {
  readonly title: string
  /** One sentence about the purpose of this page. */
  readonly children?: ComponentChildren
  /** One primary action. */
  readonly action?: ComponentChildren
  /** A CodeBlock with the command that creates the first item. */
  readonly command?: ComponentChildren
}

/** Shown if no data has ever existed. */
export function EmptyState({ title, children, action, command }: EmptyProps) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children && <p class="page-about">{children}</p>}
      {action}
      {command}
    </div>
  )
}

export type ActiveFilter = {
  readonly label: string
  readonly onRemove: () => void
  /** Number of rows shown without this filter, if known. */
  readonly wouldShow?: number
}

/** Shown if data exists, but the filters exclude all of it. */
export function EmptyByFilter({ filters, what }: { readonly filters: readonly ActiveFilter[]; readonly what: string }) {
  return (
    <div class="empty">
      <h2>No {what} match</h2>
      <p>These filters together exclude everything. Remove one:</p>
      <div class="row-wrap">
        {filters.map((filter) => (
          <Button key={filter.label} size="small" icon="close" onClick={filter.onRemove}>
            {filter.label}
            {filter.wouldShow !== undefined && ` (shows ${filter.wouldShow.toLocaleString()})`}
          </Button>
        ))}
      </div>
    </div>
  )
}

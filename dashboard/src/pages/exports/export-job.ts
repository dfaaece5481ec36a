/** Log exports in the admin API, and the actions per state. */

import { api } from '../../api/client.ts'
import { workspaceId } from '../../app/session.ts'
import type { Tone } from '../../design/data/badge.tsx'
import { clock, date } from '../../design/data/time-zone.ts'

export type ExportJob = {
  readonly id: string
  readonly description: string | null
  readonly format: 'jsonl' | 'csv'
  readonly filters: Readonly<Record<string, unknown>>
  readonly requested_data: readonly string[]
  readonly status: 'draft' | 'in_progress' | 'success' | 'failed' | 'stopped'
  readonly total: number
  readonly written: number
  readonly file_bytes: number
  readonly error: string | null
  readonly created_at: string
}

export const STATES: Readonly<Record<ExportJob['status'], { readonly word: string; readonly tone: Tone }>> = {
  draft: { word: 'not started', tone: 'neutral' },
  in_progress: { word: 'running', tone: 'info' },
  success: { word: 'ready', tone: 'ok' },
  failed: { word: 'failed', tone: 'error' },
  stopped: { word: 'stopped', tone: 'warning' },
}

export function jobCall(id: string, verb: 'start' | 'cancel'): Promise<unknown> {
  return api.post(`/logs/exports/${id}/${verb}`, undefined, { query: { workspace_id: workspaceId.value } })
}

export function deleteJob(id: string): Promise<unknown> {
  return api.delete(`/logs/exports/${id}`, undefined, { query: { workspace_id: workspaceId.value } })
}

/** The session cookie authorises the download, so a plain link can stream it. */
export function fileAddress(id: string): string {
  const workspace = workspaceId.value
  return `/v1/logs/exports/${id}/content${workspace ? `?workspace_id=${encodeURIComponent(workspace)}` : ''}`
}

/** The filters as text: `Nov 9, 14:05 – Nov 16, 14:05 · status 5xx`. */
export function filterWords(filters: ExportJob['filters']): string {
  const { time_of_generation_min: from, time_of_generation_max: to, workspace_slug: _, ...rest } = filters
  const words = Object.entries(rest)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) =>
      name === 'metadata' ? valueWords(value) : `${LABELS[name] ?? name.replaceAll('_', ' ')} ${valueWords(value)}`,
    )
  return [...rangeWords(from, to), ...words].join(' · ') || 'all requests'
}

const LABELS: Readonly<Record<string, string>> = { status_code: 'status', ai_org_model: 'model' }

function rangeWords(from: unknown, to: unknown): string[] {
  const [first, last] = [from, to].map((time) => (typeof time === 'string' ? when(Date.parse(time)) : null))
  if (first && last) return [`${first} – ${last}`]
  if (first) return [`since ${first}`]
  return last ? [`until ${last}`] : []
}

function when(ms: number): string {
  return `${date(ms)}, ${clock(ms)}`
}

function valueWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.join(', ')
  return Object.entries(value)
    .map(([name, one]) => `${name === '_user' ? 'user' : name} ${typeof one === 'object' ? JSON.stringify(one) : one}`)
    .join(', ')
}

/** Log exports in the admin API, and the actions per state. */

import { api } from '../../api/client.ts'
import { workspaceId } from '../../app/session.ts'
import type { Tone } from '../../design/data/badge.tsx'

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

/** The session cookie authorises it, so a plain link streams the download. */
export function fileAddress(id: string): string {
  const workspace = workspaceId.value
  return `/v1/logs/exports/${id}/content${workspace ? `?workspace_id=${encodeURIComponent(workspace)}` : ''}`
}

/** The filters as text: `status 500, 502 · last seen from …`. */
export function filterWords(filters: ExportJob['filters']): string {
  const words = Object.entries(filters)
    .filter(([name, value]) => value !== null && value !== undefined && name !== 'workspace_slug')
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
  return words.join(' · ') || 'all requests'
}

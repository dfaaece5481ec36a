/** The initial columns: from the URL, else from the last visit, else a sample for the mock provider. */

import { useEffect, useState } from 'preact/hooks'
import { type ApiError, asApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { query } from '../../app/location.ts'
import { workspaceId } from '../../app/session.ts'
import {
  columnOfBody,
  columnOfPrompt,
  keep,
  newColumn,
  type PlaygroundColumn,
  readKept,
  type Values,
} from './playground-column.ts'
import type { RunLog } from './run.ts'

export type FirstColumns = {
  readonly columns: readonly PlaygroundColumn[]
  readonly values: Values
  /** Why the log in the URL could not be loaded. */
  readonly logProblem: string | null
  readonly logError: ApiError | null
  setColumns(change: (before: readonly PlaygroundColumn[]) => readonly PlaygroundColumn[]): void
  setValues(values: Values): void
}

export function useFirstColumns(): FirstColumns {
  const id = workspaceId.value
  const prompt = query.value.get('prompt')
  const against = query.value.get('against')
  const logId = query.value.get('log')
  const [columns, setColumns] = useState<readonly PlaygroundColumn[]>(() => {
    if (prompt) return [...(against ? [columnOfPrompt(against)] : []), columnOfPrompt(prompt)]
    // Empty until the log has loaded, to avoid a flash of other content.
    return logId ? [] : (readKept(id)?.columns ?? [newColumn()])
  })
  const [values, setValues] = useState<Values>(() => readKept(id)?.values ?? {})
  const [logProblem, setLogProblem] = useState<string | null>(null)
  const [logError, setLogError] = useState<ApiError | null>(null)
  useEffect(() => {
    if (!logId) return
    const leaving = new AbortController()
    api.get<RunLog>(`/logs/${encodeURIComponent(logId)}`, { query: { workspace_id: id }, signal: leaving.signal }).then(
      (log) => {
        const column = columnOfBody(log.request.body, targetOf(log))
        setColumns([column ?? newColumn()])
        if (!column) setLogProblem('Its body was not stored or is not a chat request, so it cannot be repeated.')
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return
        setColumns([newColumn()])
        setLogError(asApiError(error))
      },
    )
    return () => leaving.abort()
  }, [logId, id])
  useEffect(() => {
    if (columns.length > 0) keep(id, { columns, values })
  }, [columns, values, id])
  return { columns, values, logProblem, logError, setColumns, setValues }
}

function targetOf(log: RunLog): string {
  if (log.config) return `config:${log.config}`
  return log.virtual_key ? `key:${log.virtual_key}` : 'mock'
}

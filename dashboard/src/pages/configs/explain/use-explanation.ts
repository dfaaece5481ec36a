/** Repeats the dry run when the draft or the assumptions change. No provider is called. */

import { useEffect, useState } from 'preact/hooks'
import { type ApiError, asApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/client.ts'
import { workspaceId } from '../../../app/session.ts'
import type { Explanation } from './scenario.ts'

const PAUSE_MS = 250

export type ExplainState = {
  readonly result: Explanation | null
  readonly error: ApiError | null
  readonly isRunning: boolean
}

/** `slug`: the saved config whose masked secrets the draft may contain. `body: null`: nothing to run. */
export function useExplanation(
  text: string,
  slug: string | null,
  body: Readonly<Record<string, unknown>> | null,
  round: number,
): ExplainState {
  const [state, setState] = useState<ExplainState>({ result: null, error: null, isRunning: false })
  const requested = body === null ? null : JSON.stringify(body)
  const id = workspaceId.value
  // Incrementing `round` repeats the same run.
  useEffect(() => {
    if (requested === null) {
      setState((before) => ({ ...before, isRunning: false }))
      return
    }
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      setState((before) => ({ ...before, isRunning: true }))
      const path = slug === null ? '/configs/explain' : `/configs/${encodeURIComponent(slug)}/explain`
      const body = { ...(JSON.parse(requested) as object), config: text, workspace_id: id }
      api.post<Explanation>(path, body, { signal: leaving.signal }).then(
        (result) => setState({ result, error: null, isRunning: false }),
        (thrown: unknown) => {
          if (!leaving.signal.aborted) setState({ result: null, error: asApiError(thrown), isRunning: false })
        },
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [text, slug, requested, id, round])
  return state
}

/** Validates while typing: the schema immediately, the gateway after a pause. The gateway's result takes precedence. */

import { useEffect, useMemo, useState } from 'preact/hooks'
import { type ApiError, asApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/client.ts'
import { can, workspaceId } from '../../../app/session.ts'
import { checkSchema } from '../text/check-schema.ts'
import type { Schema } from '../text/config-schema.ts'
import { rangeAt, readPath, spotAt } from '../text/json-paths.ts'
import { type JsonTree, readJson } from '../text/json-tree.ts'
import type { Problem } from '../text/problem.ts'
import { withFixes } from '../text/quick-fixes.ts'
import { inlineKeyWarnings } from '../text/secrets.ts'

const PAUSE_MS = 350

export type CheckState = {
  readonly tree: JsonTree
  readonly problems: readonly Problem[]
  readonly state: 'checking' | 'checked' | 'unasked'
  /** Why the gateway could not validate. */
  readonly error: ApiError | null
  readonly hasErrors: boolean
}

type Verdict = {
  readonly text: string
  readonly error: ApiError | null
  readonly errors: readonly { readonly path: string; readonly message: string; readonly hint: string }[]
  readonly warnings: readonly string[]
}

type Validation = Pick<Verdict, 'errors' | 'warnings'>

/** `slug`: the saved config whose masked secrets the text may contain. */
export function useConfigCheck(text: string, schema: Schema | null, slug: string | null): CheckState {
  const tree = useMemo(() => readJson(text), [text])
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const isJson = tree.problems.length === 0
  const workspace = workspaceId.value
  useEffect(() => {
    if (!isJson) return
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      const body = { config: text, workspace_id: workspace, ...(slug !== null && { slug }) }
      api.post<Validation>('/configs/validate', body, { signal: leaving.signal }).then(
        ({ errors, warnings }) => setVerdict({ text, error: null, errors, warnings }),
        (thrown: unknown) => {
          if (!leaving.signal.aborted) setVerdict({ text, error: asApiError(thrown), errors: [], warnings: [] })
        },
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [text, slug, isJson, workspace])
  return useMemo(() => merge(text, tree, schema, verdict), [text, tree, schema, verdict])
}

function merge(text: string, tree: JsonTree, schema: Schema | null, verdict: Verdict | null): CheckState {
  const { root } = tree
  const isCurrent = verdict?.text === text && tree.problems.length === 0
  const isAnswered = isCurrent && verdict?.error === null
  const found = [
    ...tree.problems.map((one) => ({
      ...one,
      severity: 'error' as const,
      path: spotAt(root, one.from).path,
      fixes: [],
    })),
    ...(isAnswered && verdict ? ofVerdict(verdict, tree) : schema ? checkSchema(root, schema) : []),
    ...inlineKeyWarnings(root, can('virtual_keys.create')),
  ]
  const problems = schema ? found.map((problem) => withFixes(problem, { text, root, schema })) : found
  return {
    tree,
    problems,
    state: isAnswered ? 'checked' : isCurrent || tree.problems.length > 0 ? 'unasked' : 'checking',
    error: isCurrent ? (verdict?.error ?? null) : null,
    hasErrors: problems.some((problem) => problem.severity === 'error'),
  }
}

function ofVerdict({ errors, warnings }: Verdict, { root }: JsonTree): Problem[] {
  const wrong = errors.map(({ path: written, message, hint }) => {
    const path = readPath(written)
    const words = message.startsWith(`${written}: `) ? message.slice(written.length + 2) : message
    // Omit hints written for API clients.
    const help = hint.includes('`param`') ? {} : { hint }
    return { ...rangeAt(root, path), severity: 'error' as const, path, message: words, ...help, fixes: [] }
  })
  const doubtful = warnings.map((message) => {
    const path = readPath(/^((?:config|[a-z_]+)(?:\.[A-Za-z_]+|\[\d+\])*): /.exec(message)?.[1] ?? '')
    return { ...rangeAt(root, path), severity: 'warning' as const, path, message, fixes: [] }
  })
  return [...wrong, ...doubtful]
}

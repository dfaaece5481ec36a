/** Problems of the config text, each with its path, a link to its position and quick fixes. */

import { Button, LinkButton } from '../../../design/controls/button.tsx'
import { Icon } from '../../../design/controls/icon.tsx'
import { pathText } from '../text/json-paths.ts'
import type { Problem, TextEdit } from '../text/problem.ts'
import type { CheckState } from './use-config-check.ts'

type ProblemsListProps = {
  readonly check: CheckState
  readonly isReadOnly: boolean
  readonly onJump: (problem: Problem) => void
  readonly onEdit: (edits: readonly TextEdit[]) => void
  /** Null if the text is already formatted. */
  readonly onFormat: (() => void) | null
}

export function ProblemsList({ check, isReadOnly, onJump, onEdit, onFormat }: ProblemsListProps) {
  const { problems, state } = check
  return (
    <section class="configs-problems" aria-label="Problems">
      <div class="spread configs-problems-head">
        <p role="status">{summary(problems, state)}</p>
        {onFormat && !isReadOnly && (
          <Button size="small" kind="quiet" onClick={onFormat}>
            Format
          </Button>
        )}
      </div>
      {check.error && (
        <p class="caption anywhere">
          Checked by the schema alone: {check.error.message} {check.error.hint}
        </p>
      )}
      <ul>
        {problems.map((problem, index) => (
          <li key={index} class="configs-problem">
            <span class={problem.severity === 'error' ? 'tone-error' : 'tone-warning'}>
              <Icon name={problem.severity === 'error' ? 'close' : 'warning'} />
              <span class="sr-only">{problem.severity === 'error' ? 'Error' : 'Warning'}: </span>
            </span>
            <button type="button" class="configs-problem-jump" onClick={() => onJump(problem)}>
              <code>{pathText(problem.path)}</code>
              <span class="anywhere">{problem.message}</span>
              {problem.hint && <span class="caption anywhere">{problem.hint}</span>}
            </button>
            {!isReadOnly &&
              problem.fixes.map((fix) =>
                'href' in fix ? (
                  <LinkButton key={fix.label} size="small" href={fix.href}>
                    {fix.label}
                  </LinkButton>
                ) : (
                  <Button key={fix.label} size="small" onClick={() => onEdit(fix.edits)}>
                    {fix.label}
                  </Button>
                ),
              )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function summary(problems: readonly Problem[], state: CheckState['state']): string {
  const errors = problems.filter((problem) => problem.severity === 'error').length
  const warnings = problems.length - errors
  const parts = [
    ...(errors > 0 ? [`${errors} ${errors === 1 ? 'error' : 'errors'}`] : []),
    ...(warnings > 0 ? [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`] : []),
  ]
  if (parts.length > 0) return parts.join(', ')
  if (state === 'checked') return 'No problems: the gateway accepts this config.'
  return state === 'checking' ? 'Checking…' : 'No problems found by the schema.'
}

/** What still names an object that somebody tries to delete or switch off. */

import { asApiError } from '../../api/api-error.ts'
import { Notice } from '../states/notices.tsx'

type NamedByProps = {
  readonly users: readonly string[]
  /** True if the action can be forced: what names the object would then fail. */
  readonly isForced?: boolean
}

export function NamedBy({ users, isForced }: NamedByProps) {
  if (users.length === 0) return null
  return (
    <Notice tone="warning" title={isForced ? 'Still used by these, which would fail' : 'Used by'}>
      <ul>
        {users.map((user) => (
          <li key={user} class="anywhere">
            {user}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** The users that an error names; empty if it is another error. */
export function usersIn(thrown: unknown): readonly string[] {
  const error = asApiError(thrown)
  return error.code === 'in_use' ? error.details.filter((detail) => typeof detail === 'string') : []
}

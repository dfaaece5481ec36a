/** Lists what still uses an object that the user tries to delete or disable. */

import { asApiError } from '../../api/api-error.ts'
import { Notice } from '../states/notices.tsx'

type UsedByProps = {
  readonly users: readonly string[]
  /** True if the action can be forced. Everything in `users` would then fail. */
  readonly isForced?: boolean
}

export function UsedBy({ users, isForced }: UsedByProps) {
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

/** The users of the object in an `in_use` error; empty for any other error. */
export function usesIn(thrown: unknown): readonly string[] {
  const error = asApiError(thrown)
  return error.code === 'in_use' ? error.details.filter((detail) => typeof detail === 'string') : []
}

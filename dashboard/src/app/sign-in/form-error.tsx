/** Error message of a signed-out form, with its hint. */

import type { ApiError } from '../../api/api-error.ts'

export function FormError({ error }: { readonly error: ApiError }) {
  return (
    <div class="notice tone-error" role="alert">
      <div class="notice-title">{error.message}</div>
      {error.hint && <p>{error.hint}</p>}
      {error.retryAfterSeconds !== null && <p>Try again in {error.retryAfterSeconds} s.</p>}
    </div>
  )
}

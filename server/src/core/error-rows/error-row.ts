/** The shape of one row of the error table. */

export type ErrorRow = {
  readonly status: number
  readonly type: string
  /** What happened, when the place that refuses has nothing more exact to say. */
  readonly message: string
  /** How to repair it. */
  readonly hint: string
  /** False tells SDKs not to repeat the call (`x-should-retry`); absent leaves it to them. */
  readonly retry?: false
}

export const INVALID = 'invalid_request_error'
export const UPSTREAM = 'upstream_error'
export const PERMISSION = 'permission_error'

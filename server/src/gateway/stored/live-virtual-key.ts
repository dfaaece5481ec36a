/** A virtual key opened for use: held in memory only, forgotten when it changes. */

import type { Secret } from '../../core/secret.ts'
import type { Limits } from '../../core/stores/limits.ts'
import type { Settings } from '../../providers/adapter.ts'

export type LiveCredential = {
  readonly id: string
  /** Its id in the rota; another one whenever the secret is another. */
  readonly rotaId: string
  /** First and last characters, for the record. */
  readonly hint: string
  /** Null when the provider takes only settings (cloud keys). */
  readonly secret: Secret | null
  /** The provider's secret settings, such as a cloud's secret access key. */
  readonly settings: Settings
  readonly weight: number
}

export type LiveVirtualKey = {
  readonly id: string
  readonly slug: string
  readonly workspaceId: string
  readonly provider: string
  readonly settings: Settings
  readonly customHost: string | null
  /** An Admin key saved the custom host, so it may be a private address. */
  readonly isHostTrusted: boolean
  readonly isDisabled: boolean
  readonly expiresAtMs: number | null
  readonly limits: Limits
  /** Those in service; never empty unless the provider needs none. */
  readonly credentials: readonly LiveCredential[]
}

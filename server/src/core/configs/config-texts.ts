/** Port for the text of saved configs: encrypting, decrypting and masking their secrets. */

import type { ConfigVersion } from '../stores/configs.ts'

export interface ConfigTexts {
  /**
   * Replaces masks in the caller's text with the secrets of the previous version. A mask is valid only at the path of
   * its secret, and only if the secret would still be sent to the same provider and host; otherwise throws.
   */
  restore(text: string, before: ConfigVersion | null): string
  /** Validates the config and encrypts its secrets for this version. */
  seal(text: string, versionId: string): SealedConfig
  /** The text with decrypted secrets. */
  open(version: ConfigVersion): string
  /** The text with masked secrets, for display. */
  mask(version: ConfigVersion): string
  /** True if its parameters contain secrets. They are sent to the providers of the virtual keys that it refers to. */
  holdsSecretParams(version: ConfigVersion): boolean
}

export type SealedConfig = Pick<ConfigVersion, 'text' | 'names'> & {
  /** Every custom host in the config. */
  readonly hosts: readonly string[]
}

/** How the text of a saved config is kept, used and shown. */

import type { ConfigVersion } from '../stores/configs.ts'

export interface ConfigTexts {
  /**
   * What a caller sent, with the value of `before` wherever a mask stands for it. A mask stands for the secret at its own
   * path only; any other is refused, and so is one whose secret would now go to another provider or host.
   */
  restore(text: string, before: ConfigVersion | null): string
  /** A valid config as it is stored: its secrets sealed for this version. */
  seal(text: string, versionId: string): SealedConfig
  /** As it was saved, secrets and all. */
  open(version: ConfigVersion): string
  /** As people see it. */
  mask(version: ConfigVersion): string
  /** Whether its parameters hold secrets: these go to the virtual keys it names. */
  holdsSecretParams(version: ConfigVersion): boolean
}

export type SealedConfig = Pick<ConfigVersion, 'text' | 'names'> & {
  /** Every custom host in it. */
  readonly hosts: readonly string[]
}

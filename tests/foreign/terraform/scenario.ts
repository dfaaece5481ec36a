/** What every Terraform scenario gets. */

import type { Wire } from './wire.ts'

export type Stage = {
  readonly wire: Wire
  readonly workspaceId: string
  readonly userId: string
  readonly unique: (word: string) => string
}

export type Scenario = (stage: Stage) => Promise<void>

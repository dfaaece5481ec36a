/** `gatehouse rotate-master-key`. */

import type { Call } from '../../command.ts'
import { rotateKey } from '../../rotate-master-key.ts'
import { settingsOf } from './settings-of.ts'

export async function rotateMasterKeyCommand(call: Call): Promise<void> {
  await rotateKey(settingsOf(call))
}

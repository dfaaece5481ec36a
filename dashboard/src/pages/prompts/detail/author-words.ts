/** Who saved a version, as its reader would say it. */

import { caller } from '../../../app/session.ts'

export function authorWords(id: string, name: string | null): string {
  return id === caller.value?.user?.id ? 'you' : (name ?? 'somebody who is gone')
}

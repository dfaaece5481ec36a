/** The author of a version, as text. */

import { caller } from './session.ts'

export function authorWords(id: string, name: string | null): string {
  return id === caller.value?.user?.id ? 'you' : (name ?? 'a deleted user')
}

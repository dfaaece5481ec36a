/** A store of logs that answers readers' questions, each in a snapshot of its own. */

import type { Awaitable } from '../../../core/ports.ts'
import type { ReadQuestion } from '../questions.ts'

export interface LogSource {
  answer(question: ReadQuestion): Promise<unknown>
  close(): Awaitable<void>
}

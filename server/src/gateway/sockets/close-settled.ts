/** Sends the close frame of a session: with the durability `disk`, only once the record and the settlements are on disk. */

import { asGatewayError } from '../../core/errors.ts'
import { cutText } from '../../egress/websocket/upstream-socket.ts'
import type { BackgroundRuns } from '../guard/background-runs.ts'

const INTERNAL = 1011

/** `settled`: what `settle` returned. A shutdown waits for the close frame. */
export function closeSettled(
  settled: Promise<void> | null,
  close: (code: number, reason: string) => void,
  { code, reason }: { readonly code: number; readonly reason: string },
  background: BackgroundRuns,
): void {
  const end = () => close(code, cutText(reason))
  if (settled === null) return end()
  const fail = (error: unknown) => {
    const { code: name, message } = asGatewayError(error)
    close(INTERNAL, cutText(`${name}: ${message}`))
  }
  background.add(settled.then(end, fail))
}

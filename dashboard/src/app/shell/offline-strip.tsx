/** The offline banner: time of the outage and of the next reconnect attempt. */

import { useEffect, useState } from 'preact/hooks'
import { connection, tryAgain } from '../../api/connection.ts'
import { Button } from '../../design/controls/button.tsx'
import { when } from '../../design/data/format.ts'

export function OfflineStrip() {
  const [, tick] = useState(0)
  const state = connection.value
  const isOffline = state.state === 'offline'
  useEffect(() => {
    if (!isOffline) return
    const timer = setInterval(() => tick((before) => before + 1), 1_000)
    return () => clearInterval(timer)
  }, [isOffline])
  if (state.state === 'online') return null
  const seconds = Math.max(0, Math.ceil((state.nextTryAtMs - Date.now()) / 1_000))
  return (
    <div class="strip" role="alert">
      <span>The gateway is not responding. This data is from {when(state.sinceMs)}.</span>
      <span aria-hidden="true">Next try in {seconds} s</span>
      <Button size="small" onClick={tryAgain}>
        Try now
      </Button>
    </div>
  )
}

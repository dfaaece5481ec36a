/** Waits until a gateway logs that its file descriptors run out. */

import { eventually } from '../harness/eventually.ts'
import type { GatewayProcess } from '../harness/start-gateway-process.ts'

export function noticesLowDescriptors({ process }: GatewayProcess): Promise<unknown> {
  const text = () => `the gateway notices; its exit code is ${process.child.exitCode}, its output ${process.output()}`
  return eventually(text, async () => {
    if (process.child.exitCode !== null) throw new Error(text())
    return process.output().includes('File descriptors are running out')
  })
}

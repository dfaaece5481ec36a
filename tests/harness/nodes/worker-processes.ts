/** The child processes of a gateway, as the operating system lists them. */

import { readFileSync } from 'node:fs'
import type { GatewayProcess } from '../start-gateway-process.ts'

export function workerProcesses({ process: { child } }: Pick<GatewayProcess, 'process'>): number[] {
  const text = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
  return text
    .split(' ')
    .filter((pid) => pid.trim() !== '')
    .map(Number)
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

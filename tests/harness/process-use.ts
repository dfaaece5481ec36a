/** The memory and the open sockets of a process. */

import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const PAGE_BYTES = 4096

export function residentBytes(processId: number): number {
  return Number(readFileSync(`/proc/${processId}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES
}

export function openSockets(processId: number): number {
  const folder = `/proc/${processId}/fd`
  return readdirSync(folder).filter((name) => isSocket(`${folder}/${name}`)).length
}

function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:')
  } catch {
    // The descriptor was closed after it was listed.
    return false
  }
}

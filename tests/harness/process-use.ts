/** The memory and the open sockets of a process. */

import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const PAGE_BYTES = 4096

export function residentBytes(processId: number): number {
  if (process.platform !== 'linux') return Number(printed(['ps', '-o', 'rss=', '-p', String(processId)])) * 1024
  return Number(readFileSync(`/proc/${processId}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES
}

export function openSockets(processId: number): number {
  if (process.platform !== 'linux')
    return printed(['lsof', '-a', '-i', '-U', '-Ff', '-p', String(processId)]).match(/^f/gm)?.length ?? 0
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

/** What a program of macOS prints: it has no /proc. */
function printed(command: string[]): string {
  return Bun.spawnSync(command).stdout.toString()
}

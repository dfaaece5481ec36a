/** How many file descriptors this process may open, and whether some are free. Linux only. */

import { closeSync, openSync, readFileSync } from 'node:fs'
import { once } from './once.ts'

/** Bun raises the soft limit to the hard limit at startup. Null if the limit cannot be read. */
export const descriptorLimit = once((): number | null => numberIn('/proc/self/limits', /^Max open files\s+(\d+)/m))

/** The kernel assigns the lowest free number, so a new descriptor shows whether this many are in use. */
export function isInUse(count: number): boolean {
  const [lowest] = freeDescriptors(1) ?? []
  return lowest === undefined || lowest >= count
}

/** The numbers of this many free descriptors, lowest first; null if fewer are free. */
export function freeDescriptors(count: number): readonly number[] | null {
  const opened: number[] = []
  try {
    while (opened.length < count) opened.push(openSync('/dev/null', 'r'))
    return opened
  } catch {
    return null
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}

/** The kernel's table grows with the highest descriptor and never shrinks: an upper bound of those in use. */
export function descriptorTableSize(): number | null {
  return numberIn('/proc/self/status', /^FDSize:\s+(\d+)/m)
}

function numberIn(path: string, pattern: RegExp): number | null {
  try {
    const number = Number(pattern.exec(readFileSync(path, 'utf8'))?.[1])
    return Number.isFinite(number) ? number : null
  } catch {
    return null
  }
}

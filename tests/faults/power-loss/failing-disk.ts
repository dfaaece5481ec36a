/**
 * Loaded into a gateway before its own code (`bun --preload`). SIGUSR2: every sync of a journal fails, or works again.
 * SIGWINCH: every sync waits until the next SIGWINCH.
 */

import { disk } from '../../../server/src/core/runtime/disk.ts'

const { sync } = disk
let isFailing = false
let held: ReturnType<typeof Promise.withResolvers<void>> | null = null

disk.sync = async (descriptor) => {
  if (isFailing) throw new Error('EIO: i/o error, fdatasync')
  if (held) {
    process.stderr.write('a sync waits\n')
    await held.promise
  }
  return sync(descriptor)
}

process.on('SIGUSR2', () => {
  isFailing = !isFailing
  process.stderr.write(isFailing ? 'syncs fail now\n' : 'syncs work again\n')
})

process.on('SIGWINCH', () => {
  held?.resolve()
  held = held ? null : Promise.withResolvers<void>()
  process.stderr.write(held ? 'syncs wait now\n' : 'syncs go on\n')
})

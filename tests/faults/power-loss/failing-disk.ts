/** Loaded into a gateway before its own code (`bun --preload`): SIGUSR2 makes every sync of a journal fail, or work again. */

import { disk } from '../../../server/src/core/runtime/disk.ts'

const { sync } = disk
let isFailing = false

disk.sync = (descriptor) => (isFailing ? Promise.reject(new Error('EIO: i/o error, fdatasync')) : sync(descriptor))

process.on('SIGUSR2', () => {
  isFailing = !isFailing
  process.stderr.write(isFailing ? 'syncs fail now\n' : 'syncs work again\n')
})

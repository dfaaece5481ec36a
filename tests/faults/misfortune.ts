/** Loaded into a gateway before its own code (`bun --preload`): SIGUSR2 triggers the fault named in the environment. */

import { closeSync, openSync } from 'node:fs'

const jumps: Readonly<Record<string, number>> = {
  'clock+1d': 86_400_000,
  'clock-1d': -86_400_000,
  'clock+1h': 3_600_000,
  'clock-1h': -3_600_000,
}

function happen(name: string): void {
  const jumpMs = jumps[name]
  if (jumpMs !== undefined) {
    const real = Date.now
    Date.now = () => real() + jumpMs
  } else if (name === 'reject') void Promise.reject(new Error('a planted rejection'))
  else if (name === 'throw') setTimeout(() => thrown(), 0)
  else if (name === 'block') Bun.sleepSync(2_000)
  else if (name === 'descriptors') void toggleDescriptors()
}

const taken: number[] = []

/** Takes every free file descriptor, or releases them. */
async function toggleDescriptors(): Promise<void> {
  if (taken.length > 0) {
    for (const descriptor of taken.splice(0)) closeSync(descriptor)
    process.stderr.write('descriptors are given back\n')
    return
  }
  // Repeated, because connections that close meanwhile release their descriptors.
  for (let i = 0; i < 30; i++) {
    takeAll()
    await Bun.sleep(50)
  }
  process.stderr.write('descriptors are used up\n')
}

function takeAll(): void {
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'))
  } catch {
    // No descriptor is left.
  }
}

function thrown(): never {
  throw new Error('a planted exception')
}

process.on('SIGUSR2', () => happen(process.env['GATEHOUSE_MISFORTUNE'] ?? ''))

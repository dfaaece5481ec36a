/** Loaded into a gateway before its own code (`bun --preload`): on SIGUSR2 the misfortune named in the environment happens. */

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
}

function thrown(): never {
  throw new Error('a planted exception')
}

process.on('SIGUSR2', () => happen(process.env['GATEHOUSE_MISFORTUNE'] ?? ''))

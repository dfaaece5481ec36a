/** Preloaded into a node (`bun --preload`): shifts its clock by GATEHOUSE_CLOCK_SHIFT_MS until SIGUSR2. */

let shiftMs = Number(process.env['GATEHOUSE_CLOCK_SHIFT_MS'] ?? 0)

const shifted = new Proxy(Date, {
  construct: (real, given, made) => Reflect.construct(real, given.length === 0 ? [real.now() + shiftMs] : given, made),
  get: (real, name) => (name === 'now' ? () => real.now() + shiftMs : Reflect.get(real, name)),
})

Object.defineProperty(globalThis, 'Date', { value: shifted, writable: true, configurable: true })

process.on('SIGUSR2', () => {
  shiftMs = 0
})

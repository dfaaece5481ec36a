import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../tests/harness/property-runs.ts'
import { statusSet } from '../core/status-set.ts'
import { Circuit, type CircuitEntry, type CircuitResult, judgeStatus } from './circuit.ts'

const rules = { failureThreshold: 3, cooldownMs: 30_000, failures: { has: (status: number) => status > 500 } }

function failTimes(circuit: Circuit, times: number, nowMs: number): void {
  for (let i = 0; i < times; i++) circuit.leave(circuit.enter(nowMs)!, 'failure', nowMs)
}

test('opens when failures since the last success reach the threshold', () => {
  const circuit = new Circuit(rules)
  failTimes(circuit, 2, 0)
  circuit.leave(circuit.enter(0)!, 'success', 0)
  failTimes(circuit, 2, 10)
  expect(circuit.state(10)).toBe('closed')
  failTimes(circuit, 1, 11)
  expect(circuit.state(11)).toBe('open')
  expect(circuit.enter(12)).toBeNull()
  expect(circuit.retryAtMs).toBe(30_011)
})

test('lets exactly one probe through after the cooldown', () => {
  const circuit = new Circuit(rules)
  failTimes(circuit, 3, 0)
  expect(circuit.enter(29_999)).toBeNull()
  expect(circuit.enter(30_000)?.kind).toBe('probe')
  expect(circuit.state(30_000)).toBe('half_open')
  expect(circuit.enter(30_001)).toBeNull()
})

test('a successful probe closes the circuit; a failed one starts a full new cooldown', () => {
  const circuit = new Circuit(rules)
  failTimes(circuit, 3, 0)
  circuit.leave(circuit.enter(30_000)!, 'failure', 31_000)
  expect(circuit.state(60_999)).toBe('open')
  circuit.leave(circuit.enter(61_000)!, 'success', 61_500)
  expect(circuit.state(61_500)).toBe('closed')
  expect(circuit.failures).toBe(0)
})

test('a probe whose caller disconnects frees the slot', () => {
  const circuit = new Circuit(rules)
  failTimes(circuit, 3, 0)
  circuit.leave(circuit.enter(30_000)!, 'neutral', 30_500)
  expect(circuit.enter(30_600)?.kind).toBe('probe')
})

test('calls that started before the circuit opened do not change it when they end', () => {
  const circuit = new Circuit(rules)
  const early = circuit.enter(0)!
  failTimes(circuit, 3, 1)
  circuit.leave(early, 'success', 2)
  expect(circuit.state(2)).toBe('open')
})

test('the result of a probe from before a reset does not end the current probe', () => {
  const circuit = new Circuit({ ...rules, failureThreshold: 1 })
  failTimes(circuit, 1, 0)
  const overtaken = circuit.enter(30_000)!
  circuit.reset()
  failTimes(circuit, 1, 30_001)
  expect(circuit.enter(60_001)?.kind).toBe('probe')
  circuit.leave(overtaken, 'neutral', 60_002)
  expect(circuit.enter(60_003)).toBeNull()
})

test('a reset closes the circuit at once and ignores the probe in progress', () => {
  const circuit = new Circuit(rules)
  failTimes(circuit, 3, 0)
  const probe = circuit.enter(30_000)!
  circuit.reset()
  circuit.leave(probe, 'failure', 30_001)
  expect(circuit.state(30_001)).toBe('closed')
})

test.each([
  [200, 'success'],
  [404, 'success'],
  [429, 'success'],
  [500, 'neutral'],
  [501, 'failure'],
  [503, 'failure'],
] as const)('by default status %d counts as %s', (status, result) => {
  expect(judgeStatus(status, rules)).toBe(result)
})

test('listed codes replace the default', () => {
  const listed = { ...rules, failures: statusSet([429, 500]) }
  expect(judgeStatus(429, listed)).toBe('failure')
  expect(judgeStatus(503, listed)).toBe('neutral')
})

const shared = { ...rules, failureThreshold: null, failurePercentage: 50, minimumRequests: 4 }

function end(circuit: Circuit, results: readonly CircuitResult[], nowMs: number): void {
  for (const result of results) circuit.leave(circuit.enter(nowMs)!, result, nowMs)
}

test('a percentage opens the circuit from the minimum of requests on', () => {
  const circuit = new Circuit(shared)
  end(circuit, ['failure', 'failure', 'failure'], 0)
  expect(circuit.state(0)).toBe('closed')
  end(circuit, ['neutral'], 1)
  expect(circuit.state(1)).toBe('closed')
  end(circuit, ['failure'], 2)
  expect(circuit.state(2)).toBe('open')
})

test('successes lower the percentage and do not restart its count', () => {
  const circuit = new Circuit(shared)
  end(circuit, ['success', 'success', 'success', 'failure', 'failure'], 0)
  expect(circuit.state(0)).toBe('closed')
  end(circuit, ['failure'], 1)
  expect(circuit.state(1)).toBe('open')
})

test('the percentage counts one cooldown, then starts again', () => {
  const circuit = new Circuit(shared)
  end(circuit, Array<CircuitResult>(100).fill('success'), 0)
  end(circuit, ['failure', 'failure', 'failure'], 30_000)
  expect(circuit.state(30_000)).toBe('closed')
  end(circuit, ['failure'], 59_999)
  expect(circuit.state(59_999)).toBe('open')
  circuit.leave(circuit.enter(89_999)!, 'success', 89_999)
  end(circuit, ['failure', 'failure', 'failure'], 90_000)
  expect(circuit.state(90_000)).toBe('closed')
})

test('a threshold next to a percentage opens the circuit on its own', () => {
  const circuit = new Circuit({ ...shared, failureThreshold: 2, minimumRequests: 100 })
  end(circuit, ['failure', 'failure'], 0)
  expect(circuit.state(0)).toBe('open')
})

type Step = { readonly advanceMs: number; readonly action: 'enter' | CircuitResult | 'reset' }

test('never allows a call while open or two probes at once, and matches a simple model', () => {
  const step: fc.Arbitrary<Step> = fc.record({
    advanceMs: fc.integer({ min: 0, max: 40_000 }),
    action: fc.constantFrom('enter', 'success', 'failure', 'failure', 'neutral', 'reset'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 4 }), (steps, failureThreshold) => {
      const circuit = new Circuit({ ...rules, failureThreshold })
      const model = { failures: 0, openedAt: null as number | null, probe: null as CircuitEntry | null }
      const entries: CircuitEntry[] = []
      let nowMs = 0
      for (const { advanceMs, action } of steps) {
        nowMs += advanceMs
        if (action === 'reset') {
          circuit.reset()
          Object.assign(model, { failures: 0, openedAt: null, probe: null })
        } else if (action === 'enter') {
          const entry = circuit.enter(nowMs)
          const isCooling = model.openedAt !== null && nowMs < model.openedAt + 30_000
          const expected = model.openedAt === null ? 'closed' : isCooling || model.probe ? null : 'probe'
          expect(entry?.kind ?? null).toBe(expected)
          if (entry?.kind === 'probe') model.probe = entry
          if (entry) entries.push(entry)
        } else {
          const entry = entries.shift()
          if (!entry) continue
          circuit.leave(entry, action, nowMs)
          if (entry.kind === 'probe') {
            if (model.probe !== entry) continue
            model.probe = null
            if (action === 'success') Object.assign(model, { failures: 0, openedAt: null })
            if (action === 'failure') model.openedAt = nowMs
          } else if (model.openedAt === null) {
            if (action === 'success') model.failures = 0
            if (action === 'failure' && ++model.failures >= failureThreshold) model.openedAt = nowMs
          }
        }
        expect(circuit.retryAtMs).toBe(model.openedAt === null ? null : model.openedAt + 30_000)
      }
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

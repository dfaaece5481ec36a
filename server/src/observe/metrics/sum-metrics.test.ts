import { expect, test } from 'bun:test'
import { Counter, gaugeText, Histogram } from './series.ts'
import { sumCounters, sumMetrics } from './sum-metrics.ts'

function metricsOf(requests: number, startedAt: number): string {
  const counter = new Counter('requests_total', 'Requests.', ['model'])
  counter.add(['a "quoted" model'], requests)
  const histogram = new Histogram('seconds', 'Time.', ['endpoint'], [0.1, 1])
  for (let i = 0; i < requests; i++) histogram.observe(['chat'], 0.5)
  const gauges = [
    gaugeText('running', 'Under way.', 2),
    gaugeText('process_start_time_seconds', 'Start.', startedAt),
    gaugeText('gatehouse_build_info', 'Version.', 1, { version: '1' }),
  ]
  return counter.text() + histogram.text() + gauges.join('')
}

test('counters, buckets and gauges of processes add up; the start is the first one’s and the version is one', () => {
  const sum = sumMetrics([metricsOf(3, 200), metricsOf(4, 100)])
  const one = metricsOf(7, 100).replace('running 2', 'running 4')
  expect(sum).toBe(one)
  expect(sumMetrics([metricsOf(3, 200)])).toBe(metricsOf(3, 200))
})

test('a process that has ended leaves its counts and not its gauges, and nothing adds nothing', () => {
  const left = sumCounters([metricsOf(3, 200), ''])
  expect(left).toContain('requests_total')
  expect(left).not.toContain('running')
  expect(left).not.toContain('process_start_time_seconds')
  expect(sumMetrics([metricsOf(4, 100), left])).toBe(metricsOf(7, 100))
  expect(sumCounters(['', ''])).toBe('')
})

import { expect, test } from 'bun:test'
import { Counter, gaugeText, Histogram, sumCounters, sumMetrics } from './prometheus.ts'

test('a counter prints its labels and escapes label values', () => {
  const counter = new Counter('requests_total', 'Requests.', ['model'])
  counter.add(['gpt'])
  counter.add(['gpt'], 2)
  counter.add(['a"b\\c\nd'])
  expect(counter.text()).toBe(
    [
      '# HELP requests_total Requests.',
      '# TYPE requests_total counter',
      'requests_total{model="gpt"} 3',
      'requests_total{model="a\\"b\\\\c\\nd"} 1',
      '',
    ].join('\n'),
  )
})

test('a histogram counts each value once and its buckets are cumulative', () => {
  const histogram = new Histogram('seconds', 'Time.', [], [0.1, 1])
  for (const value of [0.05, 0.1, 0.5, 7]) histogram.observe([], value)
  expect(histogram.text().split('\n').slice(2, -1)).toEqual([
    'seconds_bucket{le="0.1"} 2',
    'seconds_bucket{le="1"} 3',
    'seconds_bucket{le="+Inf"} 4',
    'seconds_sum 7.65',
    'seconds_count 4',
  ])
})

test('limits the number of series: values beyond the limit count as "other"', () => {
  const counter = new Counter('tokens_total', 'Tokens.', ['model'])
  for (let i = 0; i < 5_000; i++) counter.add([`model-${i}`])
  const lines = counter.text().trim().split('\n').slice(2)
  expect(lines.length).toBeLessThanOrEqual(2_001)
  expect(lines).toContain('tokens_total{model="other"} 3000')
})

test('a gauge without labels has no braces', () => {
  expect(gaugeText('running', 'Under way.', 3)).toEndWith('running 3\n')
})

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

test('sums counters, buckets and gauges of several processes; takes the earliest start time and one build_info', () => {
  const sum = sumMetrics([metricsOf(3, 200), metricsOf(4, 100)])
  const one = metricsOf(7, 100).replace('running 2', 'running 4')
  expect(sum).toBe(one)
  expect(sumMetrics([metricsOf(3, 200)])).toBe(metricsOf(3, 200))
})

test('sumCounters keeps the counters of an ended process, drops its gauges, and accepts empty input', () => {
  const left = sumCounters([metricsOf(3, 200), ''])
  expect(left).toContain('requests_total')
  expect(left).not.toContain('running')
  expect(left).not.toContain('process_start_time_seconds')
  expect(sumMetrics([metricsOf(4, 100), left])).toBe(metricsOf(7, 100))
  expect(sumCounters(['', ''])).toBe('')
})

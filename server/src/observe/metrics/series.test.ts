import { expect, test } from 'bun:test'
import { Counter, gaugeText, Histogram } from './series.ts'

test('a counter names its labels, and what a caller wrote stays within its quotes', () => {
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

test('a histogram counts each value once, and its buckets add up', () => {
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

test('names that callers invent do not fill the memory: beyond a bound they count as other, and none is lost', () => {
  const counter = new Counter('tokens_total', 'Tokens.', ['model'])
  for (let i = 0; i < 5_000; i++) counter.add([`model-${i}`])
  const lines = counter.text().trim().split('\n').slice(2)
  expect(lines.length).toBeLessThanOrEqual(2_001)
  expect(lines).toContain('tokens_total{model="other"} 3000')
})

test('a gauge without labels has no braces', () => {
  expect(gaugeText('running', 'Under way.', 3)).toEndWith('running 3\n')
})

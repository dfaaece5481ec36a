import { expect, test } from 'bun:test'
import { sampleRecord } from '../../records/testing/sample-record.ts'
import { metricsOf } from './portkey-log-wire.ts'

const NAMES = {
  organisation: 'Org',
  workspaceSlug: 'main',
  configId: null,
  configVersionId: null,
  promptId: null,
  promptVersionId: null,
}

test.each([
  [200, 'complete', true],
  [304, 'complete', true],
  [200, 'broken', false],
  [429, 'refused', false],
] as const)('is_success of status %i and ending %s is %p, as in exports and analytics', (status, ending, expected) => {
  const record = sampleRecord({ status, ending })
  expect(metricsOf(record, null, NAMES).is_success).toBe(expected)
})

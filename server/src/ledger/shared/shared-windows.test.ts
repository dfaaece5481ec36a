import { expect, jest, test } from 'bun:test'
import type { WindowTerms } from '../../core/money/budget-service.ts'
import type { ClaimedWindow, WindowStore } from '../../core/money/shared-ledger.ts'
import { SharedWindows } from './shared-windows.ts'

const TERMS: WindowTerms = {
  counter: 'key-1/requests/rpd',
  owner: { holder: { kind: 'api_key', id: 'key-1' }, name: 'Key', organisationId: 'org-1', workspaceId: null },
  limit: { type: 'requests', unit: 'rpd', value: 10 },
}

/** Resolves its claims when the test says so. */
function slowStore(): WindowStore & { respond(): void } {
  const waiting: (() => void)[] = []
  return {
    respond: () => {
      for (const resolve of waiting.splice(0)) resolve()
    },
    claim: (list) =>
      new Promise((resolve) => {
        waiting.push(() => resolve(list.map((): ClaimedWindow => ({ startMs: 0, usedUnits: 1, claimedUnits: 1 }))))
      }),
    claimPart: () => Promise.reject(new Error('not used')),
    async correct() {},
  }
}

async function takeAfter(waitMs: number, timeoutMs?: number) {
  const store = slowStore()
  const windows = new SharedWindows([store], () => 2, Date.now, timeoutMs)
  const taken = windows.take([{ terms: TERMS, units: 1 }])
  jest.advanceTimersByTime(waitMs)
  store.respond()
  return taken
}

test('a store that responds within the timeout counts the request; after it, the node counts its share', async () => {
  jest.useFakeTimers()
  try {
    expect(await takeAfter(100_000, 120_000)).toMatchObject({ kind: 'taken', isShared: true })
    expect(await takeAfter(123_000, 120_000)).toMatchObject({ kind: 'taken', isShared: false })
    expect(await takeAfter(4_999)).toMatchObject({ kind: 'taken', isShared: true })
    expect(await takeAfter(5_001)).toMatchObject({ kind: 'taken', isShared: false })
  } finally {
    jest.useRealTimers()
  }
})

/**
 * Power failures while segments are folded into the stores and deleted. Segments are small, so that both happen all the
 * time. After a failure, a store can have any state between its last sync and the failure.
 */

import { expect, test } from 'bun:test'
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { budgetTerms } from '../../server/src/core/money/budget-terms.ts'
import type { LedgerStore } from '../../server/src/core/money/ledger-store.ts'
import type { Holder } from '../../server/src/core/money/spending.ts'
import { DurableBudgetService } from '../../server/src/ledger/durable-budget-service.ts'
import { JournalFold } from '../../server/src/ledger/fold-journal.ts'
import { LedgerJournal } from '../../server/src/ledger/ledger-journal.ts'
import { LocalBudgetService } from '../../server/src/ledger/local-budget-service.ts'
import { Accounts } from '../../server/src/policies/accounts.ts'
import { Windows } from '../../server/src/policies/window.ts'
import { openForwardedRecords } from '../../server/src/records/forwarded-records.ts'
import { adoptSegments } from '../../server/src/records/journal/adopt-segments.ts'
import { openJournalWriter } from '../../server/src/records/journal/journal-writer.ts'
import { IngestBatch } from '../../server/src/records/sqlite/ingest-batch.ts'
import { sampleRecord } from '../../server/src/records/testing/sample-record.ts'
import { openControlDatabase } from '../../server/src/stores/sql/control-database.ts'
import { SqlBalances } from '../../server/src/stores/sql/repositories/money/balances.ts'
import { syncWal } from '../../server/src/stores/sql/sync-wal.ts'
import { SeededRandom } from '../simulation/seeded-random.ts'
import { writeImage } from './power-loss/crash-images.ts'
import { readLedger, readRecords } from './power-loss/open-image.ts'
import { type DiskStep, recordDisk } from './power-loss/record-disk.ts'

const IMAGES = 60
const HOLDER: Holder = { kind: 'api_key', id: 'key' }
const TERMS = budgetTerms(
  { holder: HOLDER, name: 'Key', organisationId: 'o', workspaceId: 'w' },
  {
    type: 'cost',
    creditLimit: 1_000,
    alertThreshold: null,
    periodicReset: null,
    periodicResetDays: null,
    nextResetAtMs: null,
  },
)

/** A copy of the store: a possible state on disk from `fromStep` on. From `durableFromStep` on, no older one is. */
type StoreState = { readonly folder: string; readonly fromStep: number; durableFromStep: number }

class Scene {
  readonly root = mkdtempSync(join(tmpdir(), 'gatehouse-power-'))
  readonly data = join(this.root, 'data')
  readonly steps: DiskStep[] = []
  readonly states: StoreState[] = []
  readonly #end: () => void

  constructor(private readonly database: string) {
    mkdirSync(this.data)
    this.#end = recordDisk((step) => void this.steps.push(step))
  }

  /** Call after each commit. */
  copyStore(): void {
    const folder = mkdtempSync(join(this.root, 'store-'))
    for (const name of [this.database, `${this.database}-wal`])
      if (existsSync(join(this.data, name))) copyFileSync(join(this.data, name), join(folder, name))
    this.states.push({ folder, fromStep: this.steps.length, durableFromStep: Number.POSITIVE_INFINITY })
  }

  /** Call after a sync of the store that began when it had this many states. */
  storeSynced(count: number): void {
    for (const state of this.states.slice(0, count))
      state.durableFromStep = Math.min(state.durableFromStep, this.steps.length)
  }

  end(): void {
    this.#end()
  }

  /** An image after this many steps, with the oldest or the newest possible state of the store. */
  image(count: number, random: SeededRandom): string {
    const folder = mkdtempSync(join(this.root, 'image-'))
    writeImage(this.steps.slice(0, count), this.data, folder, random)
    const known = this.states.filter(({ fromStep }) => fromStep <= count)
    const durable = known.findLastIndex(({ durableFromStep }) => durableFromStep <= count)
    const possible = known.slice(Math.max(0, durable))
    const state = random.pick([possible[0], possible.at(-1)])
    if (state) cpSync(state.folder, folder, { recursive: true })
    return folder
  }

  remove(): void {
    rmSync(this.root, { recursive: true })
  }
}

test('no spending is lost while the ledger is folded and its segments are deleted', async () => {
  const scene = new Scene('control.db')
  try {
    const database = await openControlDatabase(scene.data)
    const balances = new SqlBalances(database)
    await syncWal(scene.data)
    scene.copyStore()
    scene.storeSynced(1)
    const store: LedgerStore = {
      load: () => balances.load(),
      prune: (beforeMs) => balances.prune(beforeMs),
      before: (account, fromMs) => balances.before(account, fromMs),
      check: (account, limit) => balances.check(account, limit),
      async fold(batch) {
        const known = await balances.fold(batch)
        scene.copyStore()
        return known
      },
    }
    const journal = new LedgerJournal(join(scene.data, 'ledger'), { durability: 'disk', segmentBytes: 2_000 })
    const syncStore = async () => {
      const count = scene.states.length
      await syncWal(scene.data)
      scene.storeSynced(count)
    }
    const fold = new JournalFold(journal, store, await store.load(), { onMismatch: () => {} }, syncStore)
    const local = new LocalBudgetService({ accounts: new Accounts(), windows: new Windows() }, journal, {
      onAppended: () => {},
      onAlert: () => {},
    })
    const service = new DurableBudgetService(local, () => local.saved())
    /** Units that the provider charges, and the step at which it got the call. */
    const charged: { readonly step: number; readonly units: number }[] = []
    const random = new SeededRandom(11)
    const attempt = async (id: string): Promise<void> => {
      const held = random.between(100, 200)
      const result = await service.hold({ id, budgets: [{ terms: TERMS, units: held }], windows: [] })
      expect(result.kind).toBe('held')
      const cost = random.between(1, held)
      charged.push({ step: scene.steps.length, units: cost })
      // Varies the order of the writes.
      await Bun.sleep(random.between(0, 2))
      service.settle(id, { cost, tokens: null, requests: 1 })
      await service.synced()
    }
    for (let round = 0; round < 40; round++) {
      const attempts = [0, 1, 2, 3, 4].map((n) => attempt(`${round}-${n}`))
      // Folds while there are written entries that no sync covers yet.
      if (round % 3 === 2) for (let i = 0; i < 4; i++) await fold.flush()
      await Promise.all(attempts)
    }
    await fold.close()
    scene.end()
    journal.close()
    await database.destroy()
    for (const op of ['rename', 'remove'])
      expect(scene.steps.filter((step) => step.op === op).length).toBeGreaterThan(5)
    const first = scene.steps.findIndex(({ op }) => op === 'write')
    const losses: string[] = []
    for (let i = 0; i < IMAGES; i++) {
      const count = random.between(first, scene.steps.length)
      const folder = scene.image(count, random)
      const { usedUnits, health, mismatches } = await readLedger(folder, HOLDER)
      const least = charged.filter(({ step }) => step <= count).reduce((sum, { units }) => sum + units, 0)
      if (health.status !== 'ok' || mismatches > 0 || usedUnits < least)
        losses.push(`after step ${count}: ${health.status}, ${health.problem}, ${usedUnits} of ${least} used`)
      rmSync(folder, { recursive: true })
    }
    expect(losses).toEqual([])
  } finally {
    scene.end()
    scene.remove()
  }
})

test('no record is lost while workers forward segments and the store deletes them', async () => {
  const scene = new Scene('logs.db')
  try {
    const directory = join(scene.data, 'journal')
    const own = join(scene.data, 'worker-1', 'journal')
    mkdirSync(join(scene.data, 'worker-1'))
    const journal = openJournalWriter({ directory, durability: 'disk', segmentBytes: 20_000 })
    const batch = new IngestBatch({
      databasePath: join(scene.data, 'logs.db'),
      journalDirectory: directory,
      durability: 'disk',
    })
    // Each commit is durable when it returns: SQLite syncs the WAL.
    expect(batch.database.query('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
    scene.copyStore()
    scene.storeSynced(1)
    const worker = openForwardedRecords({
      directory: own,
      durability: 'disk',
      forward: async (below) => adoptSegments(own, below, { directory, journal }),
    })
    const saved: { readonly step: number; readonly traceId: string }[] = []
    const send = async (traceId: string, isWorker: boolean): Promise<void> => {
      const bodies = { request: Buffer.from('x'.repeat(700)), response: null }
      const record = { ...sampleRecord(), traceId }
      await (isWorker ? worker.writer.gather(record, bodies) : journal.append(record, bodies))
      saved.push({ step: scene.steps.length, traceId })
    }
    const random = new SeededRandom(13)
    for (let round = 0; round < 60; round++) {
      await Promise.all([0, 1, 2, 3].map((n) => send(`trace-${round}-${n}`, n % 2 === 0)))
      // Varies the order of the writes.
      await Bun.sleep(random.between(0, 8))
      if (round % 4 !== 3) continue
      for (let outcome = batch.step(); outcome === 'moved'; outcome = batch.step()) {
        scene.copyStore()
        scene.storeSynced(scene.states.length)
      }
    }
    await worker.close()
    scene.end()
    batch.close()
    journal.close()
    for (const op of ['rename', 'remove'])
      expect(scene.steps.filter((step) => step.op === op).length).toBeGreaterThan(3)
    const losses: string[] = []
    for (let i = 0; i < IMAGES; i++) {
      const count = random.between(1, scene.steps.length)
      const folder = scene.image(count, random)
      const found = readRecords(folder)
      const lost = saved.filter(({ step, traceId }) => step <= count && !found.has(traceId))
      if (lost.length > 0) losses.push(`after step ${count}: ${lost.length} records`)
      rmSync(folder, { recursive: true })
    }
    expect(losses).toEqual([])
  } finally {
    scene.end()
    scene.remove()
  }
})

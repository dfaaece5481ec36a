import { beforeEach, expect, test } from 'bun:test'
import { forEachEngine } from '../suites/test-engines.ts'
import { type NotesDatabase, note, withNotes } from '../suites/test-notes.ts'
import { pageOf } from './page.ts'

forEachEngine('a page', (engine) => {
  let database: NotesDatabase

  beforeEach(async () => {
    database = await withNotes(await engine.openDatabase())
    const rows = ['a', 'b', 'c', 'd', 'e'].map((id, index) => note(id, index))
    await database.insertInto('notes').values(rows).execute()
  })

  async function page(currentPage: number, pageSize: number) {
    const query = database.selectFrom('notes').select('id').where('id', '!=', 'e').orderBy('id', 'desc')
    const { rows, total } = await pageOf(query, { currentPage, pageSize })
    return { ids: rows.map((row) => row.id).join(''), total }
  }

  test('starts at 0, keeps the order, and returns the number of matching rows', async () => {
    expect(await page(0, 3)).toEqual({ ids: 'dcb', total: 4 })
    expect(await page(1, 3)).toEqual({ ids: 'a', total: 4 })
    expect(await page(0, 100)).toEqual({ ids: 'dcba', total: 4 })
  })

  test('after the last one is empty and still has the total', async () => {
    for (const currentPage of [2, Number.MAX_SAFE_INTEGER, Number.MAX_VALUE]) {
      expect(await page(currentPage, 3)).toEqual({ ids: '', total: 4 })
    }
  })

  test('of a join counts joined rows', async () => {
    const pairs = database
      .selectFrom('notes')
      .innerJoin('notes as smaller', (join) => join.onRef('smaller.amount', '<', 'notes.amount'))
      .select(['notes.id', 'smaller.text as other'])
      .where('notes.id', '<=', 'c')
      .orderBy('notes.id')
      .orderBy('smaller.id')
    const listed = await pageOf(pairs, { currentPage: 1, pageSize: 2 })
    expect(listed).toEqual({ rows: [{ id: 'c', other: 'text of b' }], total: 3 })
  })

  test('without an order or with groups is refused', async () => {
    const first = { currentPage: 0, pageSize: 1 }
    const unordered = database.selectFrom('notes').select('id')
    await expect(pageOf(unordered, first)).rejects.toThrow('order')
    await expect(pageOf(unordered.groupBy('id').orderBy('id'), first)).rejects.toThrow('groups')
  })
})

import { expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isStale } from './dashboard-bundle.mjs'

test('builds if the output is missing or older than a source, and never without sources', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-stale-'))
  try {
    expect(isStale(folder)).toBe(false)
    const source = join(folder, 'dashboard/src/pages/logs/page.tsx')
    await mkdir(join(source, '..'), { recursive: true })
    await mkdir(join(folder, 'log-filter'))
    await Bun.write(source, '')
    expect(isStale(folder)).toBe(true)
    await Bun.write(join(folder, 'dashboard/dist/index.html'), '')
    const [before, after] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)]
    await utimes(source, before, before)
    expect(isStale(folder)).toBe(false)
    await utimes(source, after, after)
    expect(isStale(folder)).toBe(true)
  } finally {
    await rm(folder, { recursive: true })
  }
})

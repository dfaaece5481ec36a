/**
 * Builds the files that a power failure can leave after the first steps of a recording. Everything that a completed
 * sync covers is on disk. Of the rest, any sector of 512 bytes may be missing, a file is at least as long as its
 * sectors need, and any creation, rename or removal in a folder may be missing. A rename is atomic.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { SeededRandom } from '../../simulation/seeded-random.ts'
import type { DiskStep } from './record-disk.ts'

const SECTOR_BYTES = 512

type Change = { readonly bytes: Buffer } | { readonly sizeBytes: number }
type TracedFile = { readonly changes: Change[]; durableChanges: number }
type NameStep = { readonly step: Extract<DiskStep, { op: 'create' | 'rename' | 'remove' }>; isDurable: boolean }

/** What the unsynced writes of a file left behind. */
type Remains = 'none' | 'all' | 'prefix' | 'sectors'

export function writeImage(
  steps: readonly DiskStep[],
  root: string,
  folder: string,
  random: SeededRandom,
  remains: Remains = random.pick(['none', 'all', 'prefix', 'sectors'] as const),
): void {
  const { files, names } = replay(steps)
  for (const [path, id] of namesAfter(names, remains, random)) {
    const to = join(folder, relative(root, path))
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, contentOf(files.get(id)!, remains, random))
  }
}

function replay(steps: readonly DiskStep[]): { files: Map<string, TracedFile>; names: NameStep[] } {
  const files = new Map<string, TracedFile>()
  const names: NameStep[] = []
  /** What each running sync will make durable. */
  const running = new Map<string, () => void>()
  for (const step of steps) {
    switch (step.op) {
      case 'create':
        files.set(step.file, { changes: [], durableChanges: 0 })
        names.push({ step, isDurable: false })
        break
      case 'rename':
      case 'remove':
        names.push({ step, isDurable: false })
        break
      case 'write':
        files.get(step.file)!.changes.push({ bytes: Buffer.from(step.base64, 'base64') })
        break
      case 'truncate':
        files.get(step.file)!.changes.push({ sizeBytes: step.sizeBytes })
        break
      case 'begin':
        running.set(step.sync, covered(step, files, names))
        break
      case 'end':
        running.get(step.sync)?.()
    }
  }
  return { files, names }
}

function covered(
  { file, folder }: Extract<DiskStep, { op: 'begin' }>,
  files: ReadonlyMap<string, TracedFile>,
  names: readonly NameStep[],
): () => void {
  if (folder !== null) {
    const inFolder = names.filter(({ step }) => foldersOf(step).includes(folder))
    return () => {
      for (const name of inFolder) name.isDurable = true
    }
  }
  const traced = file === null ? undefined : files.get(file)
  const count = traced?.changes.length ?? 0
  return () => {
    if (traced) traced.durableChanges = Math.max(traced.durableChanges, count)
  }
}

function foldersOf(step: NameStep['step']): string[] {
  return (step.op === 'rename' ? [step.from, step.to] : [step.path]).map(dirname)
}

/** Steps that depend on one that did not happen do not happen either. */
function namesAfter(names: readonly NameStep[], remains: Remains, random: SeededRandom): Map<string, string> {
  const found = new Map<string, string>()
  for (const { step, isDurable } of names) {
    const hasHappened = isDurable || remains === 'all' || (remains !== 'none' && random.chance(0.5))
    if (!hasHappened) continue
    if (step.op === 'create') found.set(step.path, step.file)
    if (step.op === 'remove') found.delete(step.path)
    if (step.op !== 'rename') continue
    const file = found.get(step.from)
    if (file === undefined) continue
    found.delete(step.from)
    found.set(step.to, file)
  }
  return found
}

function contentOf({ changes, durableChanges }: TracedFile, remains: Remains, random: SeededRandom): Buffer {
  const durable = apply(changes.slice(0, durableChanges))
  if (remains === 'none' || durableChanges === changes.length) return durable
  const all = apply(changes)
  if (remains === 'all') return all
  if (remains === 'prefix') return all.subarray(0, random.between(Math.min(durable.length, all.length), all.length))
  return mixSectors(durable, all, random)
}

/** Sectors that were not written keep their old content, or zeros beyond the old end. */
function mixSectors(durable: Buffer, all: Buffer, random: SeededRandom): Buffer {
  const mixed = Buffer.alloc(Math.max(all.length, durable.length))
  durable.copy(mixed)
  let end = durable.length
  const first = Math.floor(durable.length / SECTOR_BYTES) * SECTOR_BYTES
  for (let at = first; at < all.length; at += SECTOR_BYTES) {
    if (random.chance(0.5)) continue
    all.copy(mixed, at, at, at + SECTOR_BYTES)
    end = Math.max(end, Math.min(all.length, at + SECTOR_BYTES))
  }
  // The size may have reached the disk without the last sectors.
  return random.chance(0.3) ? mixed : mixed.subarray(0, end)
}

function apply(changes: readonly Change[]): Buffer {
  let bytes = Buffer.alloc(0)
  const parts: Buffer[] = []
  for (const change of changes) {
    if ('bytes' in change) {
      parts.push(change.bytes)
      continue
    }
    bytes = Buffer.concat([bytes, ...parts.splice(0)]).subarray(0, change.sizeBytes)
  }
  return Buffer.concat([bytes, ...parts])
}

/**
 * Changes blocks whose data is in objects. A step runs in a transaction, which must not wait for the storage. So the
 * step throws `UnreadObjects`, `withObjects` reads and writes the objects outside the transaction, and runs it again.
 */

import { type BodyObjects, ObjectMissing, ObjectUnavailable, readObject, removeObject } from './body-objects.ts'

/** Stored in the table for a block whose data is in an object. */
export const NO_DATA = new Uint8Array()

export type WantedObject = {
  readonly object: string
  readonly workspaceId: string
  readonly newestAtMs: number
  readonly id: number
  /** Null: the data cannot be changed and stays. Not called if the object does not exist. */
  readonly change: (data: Uint8Array) => Changed | null
}

/** How long an object without a block is kept: longer than a batch takes. */
export const ORPHANED_AFTER_MS = 3_600_000
export const OBJECTS_PER_STEP = 50
export const RETRY_REMOVAL_MS = 60_000

export type Changed = { readonly data: Uint8Array; readonly keyVersion: number | null }

/** `object`: null if the data is stored in the table from now on. */
export type ChangedBlock = Changed & { readonly object: string | null }

export class UnreadObjects extends Error {
  constructor(readonly wanted: readonly WantedObject[]) {
    super('blocks in objects must be read first')
  }
}

/** Keyed by the address of the object before the change. Null: the object is not changed, or does not exist. */
export type ChangedObjects = ReadonlyMap<string, ChangedBlock | null>

type Storage = {
  /** Where new objects are written; null: in the table. */
  readonly objects: BodyObjects | null
  /**
   * Schedules these objects for deletion after `ORPHANED_AFTER_MS` unless a block refers to them by then. Uses its own
   * transaction.
   */
  readonly intend: (objects: readonly string[]) => Promise<void> | void
}

/** Runs a step until it has all objects that it needs. */
export async function withObjects<Result>(
  { objects, intend }: Storage,
  step: (changed: ChangedObjects) => Promise<Result> | Result,
): Promise<Result> {
  const changed = new Map<string, ChangedBlock | null>()
  for (;;) {
    try {
      return await step(changed)
    } catch (error) {
      if (!(error instanceof UnreadObjects)) throw error
      for (const wanted of error.wanted) changed.set(wanted.object, await changeObject(wanted))
    }
  }

  async function changeObject(wanted: WantedObject): Promise<ChangedBlock | null> {
    const data = await readObject(wanted.object).catch((error: unknown) => {
      if (error instanceof ObjectMissing) return null
      throw error
    })
    const made = data && wanted.change(data)
    if (made === null || objects === null) return made && { ...made, object: null }
    const object = objects.nameOf(wanted)
    await intend([object])
    await objects.put(object, made.data)
    return { data: NO_DATA, keyVersion: made.keyVersion, object }
  }
}

/** Deletes objects until one cannot be deleted. */
export async function removeObjects(
  objects: readonly string[],
): Promise<{ readonly removed: readonly string[]; readonly problem: string | null }> {
  const removed: string[] = []
  let problem: string | null = null
  for (const object of objects) {
    try {
      await removeObject(object)
      removed.push(object)
    } catch (error) {
      if (!(error instanceof ObjectUnavailable)) throw error
      problem = error.message
      break
    }
  }
  return { removed, problem }
}

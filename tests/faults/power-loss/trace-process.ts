/**
 * Loaded into a gateway before its own code (`bun --preload`): appends each file operation of its journals to the file
 * GATEHOUSE_DISK_TRACE. At every COPY_EVERY-th write of the ledger, copies control.db next to that file.
 */

import { copyFileSync, existsSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { type DiskStep, recordDisk } from './record-disk.ts'

const { GATEHOUSE_DISK_TRACE: path, GATEWAY_DATA_DIR: data } = process.env
/** Ledger writes (holds and settlements) between two copies of control.db. */
const COPY_EVERY = 25

if (isMainThread && path !== undefined && data !== undefined) {
  const trace = openSync(path, 'a')
  const ledgers = new Set<string>()
  let ledgerWrites = 0
  const note = (step: DiskStep) => void writeSync(trace, `${JSON.stringify(step)}\n`)
  recordDisk((step) => {
    note(step)
    if (step.op === 'create' && step.path.endsWith('.ledger')) ledgers.add(step.file)
    if (step.op !== 'write' || !ledgers.has(step.file) || ledgerWrites++ % COPY_EVERY > 0) return
    const folder = join(dirname(path), `control-${process.pid}-${ledgerWrites}`)
    mkdirSync(folder)
    for (const name of ['control.db', 'control.db-wal'])
      if (existsSync(join(data, name))) copyFileSync(join(data, name), join(folder, name))
    note({ op: 'note', text: folder })
  })
}

/** Records damage of a ledger journal in `damage/`, with a copy of the segment, until an operator acknowledges it. */

import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { writeDurably } from '../core/runtime/write-durably.ts'

/** `unreadable`: bytes that are not a frame; `missing`: a missing segment; `truncated`: a segment that lost its end. */
export type LedgerDamage = {
  readonly kind: 'unreadable' | 'missing' | 'truncated'
  /** The segment's file. */
  readonly file: string
  readonly offsetBytes: number
  /** Bytes lost or unreadable; null if unknown. */
  readonly sizeBytes: number | null
}

const ACKNOWLEDGE_COMMAND = 'gatehouse ledger acknowledge'

const FOLDER = 'damage'
const OPEN = /^(\d{15}-\d+)\.json$/
/** How often a blocked ledger checks for an acknowledgement. */
const CHECK_MS = 500

export class LedgerDamages {
  readonly #folder: string
  readonly #open = new Map<string, LedgerDamage>()
  #checkAtMs = 0

  constructor(
    journalDirectory: string,
    private readonly onProblem: (message: string) => void,
  ) {
    this.#folder = join(journalDirectory, FOLDER)
    for (const { name, damage } of listDamage(journalDirectory)) {
      this.#open.set(name, damage)
      this.onProblem(operatorMessage(damage))
    }
  }

  get openCount(): number {
    return this.#open.size
  }

  /** The first damage not acknowledged; null when budgets can be trusted. */
  first(): LedgerDamage | null {
    if (this.#open.size === 0) return null
    if (performance.now() >= this.#checkAtMs) {
      this.#checkAtMs = performance.now() + CHECK_MS
      for (const name of this.#open.keys()) if (this.#isAcknowledged(name)) this.#open.delete(name)
    }
    const [first] = this.#open.values()
    return first ?? null
  }

  /** Copies the segment before it is folded and deleted. The same damage is reported once, across restarts too. */
  report(segment: number, damage: LedgerDamage): void {
    const name = `${String(segment).padStart(15, '0')}-${damage.offsetBytes}`
    if (this.#open.has(name) || this.#isAcknowledged(name)) return
    this.#open.set(name, damage)
    this.onProblem(operatorMessage(damage))
    try {
      // Not recursive, so that a deleted data folder is not recreated.
      if (!existsSync(this.#folder)) mkdirSync(this.#folder, { mode: 0o700 })
      linkOrCopy(damage.file, join(this.#folder, `${name}.ledger`))
      writeFileSync(join(this.#folder, `${name}.json`), `${JSON.stringify(damage)}\n`, { mode: 0o600 })
    } catch (error) {
      this.onProblem(`The damage of ${damage.file} could not be recorded: ${String(error)}`)
    }
  }

  /** Saves the bytes cut from the end of a segment. They are not reported as damage: no entry in them was confirmed. */
  saveCutBytes(segment: number, offsetBytes: number, bytes: Uint8Array): void {
    try {
      if (!existsSync(this.#folder)) mkdirSync(this.#folder, { mode: 0o700 })
      writeDurably(join(this.#folder, `${String(segment).padStart(15, '0')}-${offsetBytes}.cut`), bytes)
    } catch (error) {
      this.onProblem(`The end of ledger segment ${segment} could not be saved to ${FOLDER}/: ${String(error)}`)
    }
  }

  #isAcknowledged(name: string): boolean {
    return existsSync(join(this.#folder, acknowledged(name)))
  }
}

/** Damage that `acknowledgeDamage` would acknowledge. */
export function listDamage(journalDirectory: string): { readonly name: string; readonly damage: LedgerDamage }[] {
  const folder = join(journalDirectory, FOLDER)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const name = OPEN.exec(file)?.[1]
      return name === undefined ? [] : [{ name, damage: readDamage(join(folder, file)) }]
    })
}

/** Unblocks budgets after an operator has checked for missing spending. The copied segments stay. */
export function acknowledgeDamage(journalDirectory: string): readonly LedgerDamage[] {
  const folder = join(journalDirectory, FOLDER)
  const found = listDamage(journalDirectory)
  for (const { name } of found) renameSync(join(folder, `${name}.json`), join(folder, acknowledged(name)))
  return found.map(({ damage }) => damage)
}

/** Message for operators: the file, the offset and what to do. */
export function operatorMessage(damage: LedgerDamage): string {
  return `${describe(damage, damage.file)} Spending may be missing from budgets, so requests under a budget get 503. Compare the budgets with your providers' bills, then run: ${ACKNOWLEDGE_COMMAND}`
}

/** Message for API callers, without the path. */
export function callerMessage(damage: LedgerDamage): string {
  return `${describe(damage, basename(damage.file))} An operator has to run: ${ACKNOWLEDGE_COMMAND}`
}

function describe({ kind, offsetBytes, sizeBytes }: LedgerDamage, file: string): string {
  if (kind === 'missing') return `The ledger file ${file} is missing.`
  if (kind === 'truncated') return `The ledger file ${file} ends at byte ${offsetBytes} and was longer.`
  return `The ledger file ${file} is damaged at byte ${offsetBytes}${sizeBytes === null ? '' : ` (${sizeBytes} bytes)`}.`
}

function acknowledged(name: string): string {
  return `${name}.acknowledged.json`
}

/** A report file that cannot be parsed still counts as damage. */
function readDamage(path: string): LedgerDamage {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LedgerDamage
  } catch {
    return { kind: 'unreadable', file: path, offsetBytes: 0, sizeBytes: null }
  }
}

function linkOrCopy(from: string, to: string): void {
  if (!existsSync(from) || existsSync(to)) return
  try {
    linkSync(from, to)
  } catch {
    // The file system has no hard links.
    copyFileSync(from, to)
  }
}

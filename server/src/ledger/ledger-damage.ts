/** Damage found in a ledger journal: kept with its evidence in `damage/` until an operator acknowledges it. */

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

/** `unreadable`: bytes that are no frame; `missing`: a whole segment; `truncated`: its end. */
export type LedgerDamage = {
  readonly kind: 'unreadable' | 'missing' | 'truncated'
  /** The segment's file. */
  readonly file: string
  readonly offsetBytes: number
  /** How many bytes cannot be read; null when nobody knows. */
  readonly sizeBytes: number | null
}

const ACKNOWLEDGE_COMMAND = 'gatehouse ledger acknowledge'

const FOLDER = 'damage'
const OPEN = /^(\d{15}-\d+)\.json$/
/** How often a blocked ledger looks whether the damage was acknowledged. */
const LOOK_AGAIN_MS = 500

export class LedgerDamages {
  readonly #folder: string
  readonly #open = new Map<string, LedgerDamage>()
  #lookAgainAtMs = 0

  constructor(
    journalDirectory: string,
    private readonly onProblem: (message: string) => void,
  ) {
    this.#folder = join(journalDirectory, FOLDER)
    for (const { name, damage } of listDamage(journalDirectory)) {
      this.#open.set(name, damage)
      this.onProblem(inWords(damage))
    }
  }

  get openCount(): number {
    return this.#open.size
  }

  /** Damage that nobody has acknowledged; null when budgets can be trusted. */
  first(): LedgerDamage | null {
    if (this.#open.size === 0) return null
    if (performance.now() >= this.#lookAgainAtMs) {
      this.#lookAgainAtMs = performance.now() + LOOK_AGAIN_MS
      for (const name of this.#open.keys()) if (this.#isAcknowledged(name)) this.#open.delete(name)
    }
    const [first] = this.#open.values()
    return first ?? null
  }

  /** Keeps the segment before it is folded and removed. The same damage is reported once, also over restarts. */
  report(segment: number, damage: LedgerDamage): void {
    const name = `${String(segment).padStart(15, '0')}-${damage.offsetBytes}`
    if (this.#open.has(name) || this.#isAcknowledged(name)) return
    this.#open.set(name, damage)
    this.onProblem(inWords(damage))
    try {
      // Not recursive: a data folder that was removed is not made again.
      if (!existsSync(this.#folder)) mkdirSync(this.#folder, { mode: 0o700 })
      keepFile(damage.file, join(this.#folder, `${name}.ledger`))
      writeFileSync(join(this.#folder, `${name}.json`), `${JSON.stringify(damage)}\n`, { mode: 0o600 })
    } catch (error) {
      this.onProblem(`The damage of ${damage.file} could not be written down: ${String(error)}`)
    }
  }

  #isAcknowledged(name: string): boolean {
    return existsSync(join(this.#folder, acknowledged(name)))
  }
}

/** What `acknowledgeDamage` would acknowledge. */
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

/** Spending may go on: an operator has seen what may be missing. The evidence stays. */
export function acknowledgeDamage(journalDirectory: string): readonly LedgerDamage[] {
  const folder = join(journalDirectory, FOLDER)
  const found = listDamage(journalDirectory)
  for (const { name } of found) renameSync(join(folder, `${name}.json`), join(folder, acknowledged(name)))
  return found.map(({ damage }) => damage)
}

/** For operators: which file, where, and what to do. */
export function inWords(damage: LedgerDamage): string {
  return `${whatIsWrong(damage, damage.file)} Spending may be missing from budgets, so requests under a budget get 503. Compare the budgets with your providers' bills, then run: ${ACKNOWLEDGE_COMMAND}`
}

/** For callers: without the path. */
export function inShort(damage: LedgerDamage): string {
  return `${whatIsWrong(damage, basename(damage.file))} An operator has to run: ${ACKNOWLEDGE_COMMAND}`
}

function whatIsWrong({ kind, offsetBytes, sizeBytes }: LedgerDamage, file: string): string {
  if (kind === 'missing') return `The ledger file ${file} is missing.`
  if (kind === 'truncated') return `The ledger file ${file} ends at byte ${offsetBytes} and was longer.`
  return `The ledger file ${file} is damaged at byte ${offsetBytes}${sizeBytes === null ? '' : ` (${sizeBytes} bytes)`}.`
}

function acknowledged(name: string): string {
  return `${name}.acknowledged.json`
}

/** A report that cannot be read still stands for damage. */
function readDamage(path: string): LedgerDamage {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LedgerDamage
  } catch {
    return { kind: 'unreadable', file: path, offsetBytes: 0, sizeBytes: null }
  }
}

function keepFile(from: string, to: string): void {
  if (!existsSync(from) || existsSync(to)) return
  try {
    linkSync(from, to)
  } catch {
    // A file system without hard links.
    copyFileSync(from, to)
  }
}

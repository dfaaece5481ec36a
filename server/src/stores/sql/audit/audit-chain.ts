/** How audit entries hang together, and what a walk along them finds. */

import type { ChainVerdict } from '../../../core/stores/audit-entries.ts'
import type { AuditTable } from '../schema.ts'
import { columnsOf, entryOf } from './audit-row.ts'

export type KeyedHash = (text: string) => string

/** What the first entry is chained to. */
export const GENESIS = ''

export type ChainHead = { readonly count: number; readonly hash: string }

type Link = { readonly organisationId: string; readonly sequence: number; readonly text: string }

export class AuditChain {
  constructor(private readonly keyedHash: KeyedHash) {}

  /** The hash an entry is stored with: over its text, its place, and all entries before it. */
  linkOf({ organisationId, sequence, text }: Link, before: string): string {
    return this.keyedHash(`audit entry\n${organisationId}\n${sequence}\n${before}\n${text}`)
  }

  /**
   * What the head says once this entry is the last. It stands in no row: whoever cuts the end off, and has read every
   * row, still cannot write the head that would fit.
   */
  headOf(link: string): string {
    return this.keyedHash(`audit head\n${link}`)
  }

  walk(organisationId: string, head: ChainHead): ChainWalk {
    return new ChainWalk(this, organisationId, head)
  }
}

/** Takes the rows up to the head in order, and stops at the first that is not as it was written. */
class ChainWalk {
  #state = GENESIS
  #count = 0

  constructor(
    private readonly chain: AuditChain,
    private readonly organisationId: string,
    private readonly head: ChainHead,
  ) {}

  /** Null as long as the chain holds. */
  take(row: AuditTable): ChainVerdict | null {
    const expected = this.#count + 1
    if (row.sequence < expected) return this.#broken(row.sequence, `Entry ${row.sequence} was put in.`)
    if (row.sequence > expected) return this.#broken(expected, `Entry ${expected} is missing.`)
    const link = { organisationId: this.organisationId, sequence: expected, text: row.entry }
    if (!hasOwnPlace(row)) return this.#broken(expected, `Entry ${expected} is not the one that was written there.`)
    if (row.hash !== this.chain.linkOf(link, this.#state) || !hasOwnColumns(row))
      return this.#broken(expected, `Entry ${expected} was changed or put in after it was written.`)
    this.#state = this.chain.headOf(row.hash)
    this.#count = expected
    return null
  }

  /** To be asked after the last row. */
  end(): ChainVerdict {
    const { count, hash } = this.head
    if (this.#count < count)
      return this.#broken(
        this.#count + 1,
        `The end is cut off: ${count} entries were written, ${this.#count} are left.`,
      )
    if (hash !== this.#state) return this.#broken(count, 'The head of the chain was changed, or the end is cut off.')
    return { isWhole: true, count, head: hash }
  }

  #broken(brokenAt: number, reason: string): ChainVerdict {
    return { isWhole: false, count: this.head.count, brokenAt, reason }
  }
}

/** The entry's text says where it belongs, so that swapped rows can be told from changed ones. */
function hasOwnPlace(row: AuditTable): boolean {
  try {
    return entryOf(row).sequence === row.sequence
  } catch {
    // No JSON any more: its hash will say that it was changed.
    return true
  }
}

/** The columns one filters by are no part of the hash: they must say what the text says. */
function hasOwnColumns(row: AuditTable): boolean {
  const expected = columnsOf(entryOf(row))
  return Object.entries(expected).every(([name, value]) => row[name as keyof typeof expected] === value)
}

/** Hash chain of the audit log: computes the hash of each entry and verifies the chain. */

import type { ChainVerdict } from '../../core/stores/audit-entries.ts'
import { columnsOf, entryOf } from './audit-row.ts'
import type { AuditTable } from './schema.ts'

export type KeyedHash = (text: string) => string

/** The state before the first entry. */
export const GENESIS = ''

export type ChainHead = { readonly count: number; readonly hash: string }

type Link = { readonly organisationId: string; readonly sequence: number; readonly text: string }

export class AuditChain {
  constructor(private readonly keyedHash: KeyedHash) {}

  /** Hash stored with an entry. It covers the text, the sequence number and, through `before`, all earlier entries. */
  linkOf({ organisationId, sequence, text }: Link, before: string): string {
    return this.keyedHash(`audit entry\n${organisationId}\n${sequence}\n${before}\n${text}`)
  }

  /**
   * Hash stored with an entry whose personal data was removed. It covers the redacted text. The link of the original
   * text stays, so the chain is unchanged. Only the gateway has the key, so nobody else can redact an entry.
   */
  redactionOf({ organisationId, sequence, text }: Link, link: string, before: string): string {
    return this.keyedHash(`audit redaction\n${organisationId}\n${sequence}\n${before}\n${link}\n${text}`)
  }

  /** True if the row is as it was written or as it was redacted. */
  isGenuine(row: AuditTable, before: string): boolean {
    const { organisation_id: organisationId, sequence, entry: text, hash, redaction } = row
    const link = { organisationId, sequence, text }
    const isHashed =
      redaction === null ? hash === this.linkOf(link, before) : redaction === this.redactionOf(link, hash, before)
    return isHashed && hasOwnColumns(row)
  }

  /**
   * Hash of the head after this entry. No entry row contains it, so an attacker who deletes the last entries cannot
   * compute the matching head from the rows.
   */
  headOf(link: string): string {
    return this.keyedHash(`audit head\n${link}`)
  }

  verifier(organisationId: string, head: ChainHead): ChainVerifier {
    return new ChainVerifier(this, organisationId, head)
  }
}

/** Verifies the rows in order and stops at the first that does not match. */
class ChainVerifier {
  #state = GENESIS
  #count = 0

  constructor(
    private readonly chain: AuditChain,
    private readonly organisationId: string,
    private readonly head: ChainHead,
  ) {}

  /** Null if the row matches. */
  check(row: AuditTable): ChainVerdict | null {
    const expected = this.#count + 1
    if (row.sequence < expected) return this.#broken(row.sequence, `Entry ${row.sequence} was inserted.`)
    if (row.sequence > expected) return this.#broken(expected, `Entry ${expected} is missing.`)
    if (!hasOwnSequence(row))
      return this.#broken(expected, `Entry ${expected} is not the entry originally written at this position.`)
    if (row.organisation_id !== this.organisationId || !this.chain.isGenuine(row, this.#state))
      return this.#broken(expected, `Entry ${expected} was changed or inserted later.`)
    this.#state = this.chain.headOf(row.hash)
    this.#count = expected
    return null
  }

  /** Call after the last row. */
  end(): ChainVerdict {
    const { count, hash } = this.head
    if (this.#count < count)
      return this.#broken(
        this.#count + 1,
        `The last entries are missing: ${count} were written, ${this.#count} are left.`,
      )
    if (hash !== this.#state)
      return this.#broken(count, 'The head of the chain was changed, or the last entries are missing.')
    return { isWhole: true, count, head: hash }
  }

  #broken(brokenAt: number, reason: string): ChainVerdict {
    return { isWhole: false, count: this.head.count, brokenAt, reason }
  }
}

/** The text contains the sequence number, which distinguishes swapped rows from changed ones. */
function hasOwnSequence(row: AuditTable): boolean {
  try {
    return entryOf(row).sequence === row.sequence
  } catch {
    // Not valid JSON: the hash check reports the change.
    return true
  }
}

/** Filter columns are not part of the hash, so they must match the text. */
function hasOwnColumns(row: AuditTable): boolean {
  const expected = columnsOf(entryOf(row))
  return Object.entries(expected).every(([name, value]) => row[name as keyof typeof expected] === value)
}

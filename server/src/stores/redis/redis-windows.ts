/**
 * Rate limits counted in Redis, from units that the database has granted to Redis. If Redis loses its data, the granted
 * units are lost too, so they cannot be used twice.
 */

import type { ClaimedWindow, WindowClaim, WindowStore } from '../../core/money/shared-ledger.ts'
import { withTimeout } from '../../core/runtime/with-timeout.ts'
import type { RedisClient } from './open-redis.ts'
import { RedisScript } from './redis-script.ts'
import { UnrecordedGrants } from './unrecorded-grants.ts'
import { CLAIM_SCRIPT, CORRECT_SCRIPT, GRANT_SCRIPT } from './window-scripts.ts'

/**
 * The database grants about 1/16 of the limit at a time, so losing Redis loses about that much per window. For windows
 * of up to a second it grants the whole limit at once.
 */
const GRANTS = 16
const SECOND_MS = 1_000
/** Every round gets units or ends the loop; this limit only stops an endless loop caused by a bug. */
const MAX_ROUNDS = 1_000
/** Wait before a retry: another node may have just been granted the last units and not added them to Redis yet. */
const WAIT_MS = 10
const MAX_FORGOTTEN = 10_000
/** After the database did not grant units in time, it is not called for this long. */
const REST_MS = 2_000

export type RedisWindowTimeouts = {
  readonly redisMs: number
  /**
   * If the database takes longer to grant units, it counts as unavailable. Long enough for a slow database, because
   * units that Redis counts without the database could be granted a second time.
   */
  readonly grantMs: number
}

type Window = { readonly startMs: number; readonly grantedUnits: number; readonly usedUnits: number }

export class RedisWindows implements WindowStore {
  readonly #claim = new RedisScript(CLAIM_SCRIPT)
  readonly #grant = new RedisScript(GRANT_SCRIPT)
  readonly #correct = new RedisScript(CORRECT_SCRIPT)
  readonly #getting = new Map<string, Promise<boolean>>()
  /** By counter: windows for which the database has no more units, although Redis has not received the whole limit. */
  readonly #lost = new Map<string, Window>()
  readonly #unrecorded: UnrecordedGrants
  #grantsRestUntilMs = 0

  constructor(
    private readonly client: RedisClient,
    private readonly grants: WindowStore,
    private readonly timeouts: RedisWindowTimeouts,
    private readonly restMs = REST_MS,
  ) {
    this.#unrecorded = new UnrecordedGrants(grants, timeouts.grantMs, () => {
      this.#grantsRestUntilMs = 0
    })
  }

  async claim(claims: readonly WindowClaim[]): Promise<readonly ClaimedWindow[]> {
    for (let round = 1; ; round++) {
      const { isAllowed, windows } = await this.#claimInRedis(claims)
      if (isAllowed) return windows.map((window, i) => claimed(window, claims[i]!.units))
      const short = claims.flatMap((claim, i) => (isShort(claim, windows[i]!) ? [{ claim, window: windows[i]! }] : []))
      const isFull = short.some(({ claim, window }) => window.usedUnits + claim.units > claim.limitUnits)
      let hasMore = false
      if (!isFull && round < MAX_ROUNDS) {
        for (const { claim, window } of short) hasMore = (await this.#getOnce(claim, window)) || hasMore
      }
      if (!hasMore) return windows.map((window, i) => refused(window, claims[i]!, isFull))
    }
  }

  claimPart(claim: WindowClaim): Promise<ClaimedWindow> {
    return this.grants.claimPart(claim)
  }

  async correct(claim: WindowClaim, startMs: number, byUnits: number): Promise<void> {
    await this.#correct.run(this.client, this.timeouts.redisMs, [keyOf(claim)], [startMs, byUnits])
  }

  async #claimInRedis(claims: readonly WindowClaim[]): Promise<{ isAllowed: boolean; windows: readonly Window[] }> {
    const values = claims.flatMap(({ sizeMs, firstMs, limitUnits, units }) => [sizeMs, firstMs, limitUnits, units])
    const response = await this.#claim.run(this.client, this.timeouts.redisMs, claims.map(keyOf), values)
    if (!Array.isArray(response) || response.length !== 1 + 3 * claims.length)
      throw new Error('Redis returned an invalid response to the rate limit script')
    const [isAllowed, ...fields] = response.map(Number)
    const windows = claims.map((_, i) => ({
      startMs: fields[3 * i]!,
      grantedUnits: fields[3 * i + 1]!,
      usedUnits: fields[3 * i + 2]!,
    }))
    return { isAllowed: isAllowed === 1, windows }
  }

  /** Concurrent requests for units of one counter share one call. */
  #getOnce(claim: WindowClaim, window: Window): Promise<boolean> {
    const running = this.#getting.get(claim.counter)
    if (running) return running.then(() => true)
    const getting = this.#get(claim, window).finally(() => this.#getting.delete(claim.counter))
    this.#getting.set(claim.counter, getting)
    return getting
  }

  /** True if the claim should be retried in Redis. */
  async #get(claim: WindowClaim, window: Window): Promise<boolean> {
    const missingUnits = window.usedUnits + claim.units - window.grantedUnits
    const atOnce = claim.sizeMs <= SECOND_MS ? claim.limitUnits : Math.ceil(claim.limitUnits / GRANTS)
    const units = Math.max(missingUnits, atOnce)
    const granted = await this.#requestGrant({ ...claim, units, notBeforeMs: window.startMs })
    // If the database is unavailable, Redis counts alone.
    const [startMs, more] = granted
      ? [granted.startMs, granted.claimedUnits]
      : [window.startMs, Math.min(units, claim.limitUnits - window.grantedUnits)]
    if (!granted && more > 0) this.#unrecorded.add(claim, startMs, more)
    if (more > 0) {
      await this.#grant.run(this.client, this.timeouts.redisMs, [keyOf(claim)], [startMs, more, claim.sizeMs])
      return true
    }
    return this.#waitForOthers(claim, window)
  }

  /** Null if the database is unavailable. A late grant is lost, so the limit is too strict, never too loose. */
  async #requestGrant(claim: WindowClaim): Promise<ClaimedWindow | null> {
    if (performance.now() < this.#grantsRestUntilMs) return null
    // After a failure only one request tries the database again.
    if (this.#grantsRestUntilMs > 0) this.#grantsRestUntilMs = performance.now() + this.timeouts.grantMs
    const granted = await withTimeout(this.timeouts.grantMs, this.grants.claimPart(claim)).catch(() => null)
    this.#grantsRestUntilMs = granted === null ? performance.now() + this.restMs : 0
    return granted
  }

  async #waitForOthers({ counter, limitUnits }: WindowClaim, window: Window): Promise<boolean> {
    if (window.grantedUnits >= limitUnits) return false
    const lost = this.#lost.get(counter)
    if (lost?.startMs === window.startMs && lost.grantedUnits === window.grantedUnits) return false
    // Requests that still find the same granted units after 50 ms do not wait: the missing units are lost.
    if (lost?.startMs === window.startMs || this.#lost.size < MAX_FORGOTTEN) {
      setTimeout(() => this.#lost.set(counter, window), 5 * WAIT_MS).unref()
    }
    await Bun.sleep(WAIT_MS)
    return true
  }
}

function isShort({ limitUnits, units }: WindowClaim, { grantedUnits, usedUnits }: Window): boolean {
  return usedUnits + units > Math.min(grantedUnits, limitUnits)
}

function claimed({ startMs, usedUnits }: Window, claimedUnits: number): ClaimedWindow {
  return { startMs, usedUnits, claimedUnits }
}

/** Lost grants count as used. If a window is full, the database was not called, so all windows report actual usage. */
function refused(window: Window, claim: WindowClaim, isFull: boolean): ClaimedWindow {
  const leftUnits = Math.max(0, Math.min(window.grantedUnits, claim.limitUnits) - window.usedUnits)
  const usedUnits = !isFull && isShort(claim, window) ? claim.limitUnits - leftUnits : window.usedUnits
  return { startMs: window.startMs, usedUnits, claimedUnits: 0 }
}

/** The braces are a Redis Cluster hash tag: all windows of a request are in one slot. */
function keyOf({ organisationId, counter }: WindowClaim): string {
  return `gatehouse:{${organisationId}}:window:${counter}`
}

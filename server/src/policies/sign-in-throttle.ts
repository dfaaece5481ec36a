/** How often passwords may be tried: per account, per network and in all. Time is an argument. */

const WINDOW_MS = 15 * 60_000
const MINUTE_MS = 60_000
const PER_ACCOUNT = 5
const PER_NETWORK = 20
const PER_MINUTE = 100
/** An account slows down and never locks: whoever knows its address must not be able to shut its owner out. */
const FIRST_DELAY_MS = 5_000
const LONGEST_DELAY_MS = 5 * MINUTE_MS
/** The limit in all keeps live entries far below this; older ones are swept when it is reached. */
const SWEEP_AT = 4_096

type SignInAttempt = { readonly account: string; readonly address: string; readonly atMs: number }

export class SignInThrottle {
  readonly #accounts = new Map<string, number[]>()
  readonly #networks = new Map<string, number[]>()
  #all: number[] = []

  /**
   * How long to wait before this attempt; 0: it may go on. Then it counts as failed until `succeed` says otherwise, so that
   * attempts made at once are counted too.
   */
  begin({ account, address, atMs }: SignInAttempt): number {
    const network = networkOf(address)
    const failures = recent(this.#accounts.get(account), atMs - WINDOW_MS)
    const near = recent(this.#networks.get(network), atMs - WINDOW_MS)
    this.#all = recent(this.#all, atMs - MINUTE_MS)
    const waitMs = Math.max(
      accountWaitMs(failures, atMs),
      windowWaitMs(near, PER_NETWORK, WINDOW_MS, atMs),
      windowWaitMs(this.#all, PER_MINUTE, MINUTE_MS, atMs),
    )
    if (waitMs > 0) return waitMs
    this.#accounts.set(account, [...failures, atMs])
    this.#networks.set(network, [...near, atMs])
    this.#all.push(atMs)
    if (this.#accounts.size + this.#networks.size > SWEEP_AT) this.#sweep(atMs)
    return 0
  }

  /** The password was right: the account begins anew, its network only gets this one attempt back. */
  succeed({ account, address, atMs }: SignInAttempt): void {
    this.#accounts.delete(account)
    remove(this.#networks.get(networkOf(address)), atMs)
    remove(this.#all, atMs)
  }

  #sweep(nowMs: number): void {
    for (const places of [this.#accounts, this.#networks]) {
      for (const [name, times] of places) if (recent(times, nowMs - WINDOW_MS).length === 0) places.delete(name)
    }
  }
}

function recent(times: readonly number[] | undefined, afterMs: number): number[] {
  return (times ?? []).filter((time) => time > afterMs)
}

function accountWaitMs(failures: readonly number[], nowMs: number): number {
  const last = failures.at(-1)
  if (last === undefined || failures.length < PER_ACCOUNT) return 0
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (failures.length - PER_ACCOUNT), LONGEST_DELAY_MS)
  return Math.max(0, last + delayMs - nowMs)
}

function windowWaitMs(times: readonly number[], most: number, windowMs: number, nowMs: number): number {
  const oldest = times.at(-most)
  return oldest === undefined ? 0 : Math.max(0, oldest + windowMs - nowMs)
}

function remove(times: number[] | undefined, time: number): void {
  const index = times?.lastIndexOf(time) ?? -1
  if (index >= 0) times?.splice(index, 1)
}

/** An IPv4 address, or the /64 of an IPv6 one: a household or a rented server has all of it. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1] ?? address
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const before = head.split(':').filter((group) => group !== '')
  const after = (tail ?? '').split(':').filter((group) => group !== '')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...new Array<string>(zeros).fill('0'), ...after]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16))
    .join(':')
}

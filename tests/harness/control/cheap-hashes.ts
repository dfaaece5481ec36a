/** Cheap password hashes for the hundreds of users that join in tests. Only gateways in the process of the test use them. */

const CHEAP = { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 } as const

let users = 0
const { hash } = Bun.password

/** While `work` runs, a password is hashed in microseconds. A stored hash names its cost, so sign-ins verify it as usual. */
export async function withCheapHashes<Result>(work: () => Promise<Result>): Promise<Result> {
  users++
  Bun.password.hash = (password) => hash(password, CHEAP)
  try {
    return await work()
  } finally {
    if (--users === 0) Bun.password.hash = hash
  }
}

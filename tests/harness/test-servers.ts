/** The servers of a test run. `npm run test:stores` starts them; `npm test` needs none. */

const POSTGRES_URL = process.env['GATEHOUSE_TEST_POSTGRES_URL']
const REDIS_URL = process.env['GATEHOUSE_TEST_REDIS_URL']

/** A suite that must pass on every engine runs on one for each run: SQLite in `npm test`, PostgreSQL in `test:stores`. */
export const TESTED_ENGINE = POSTGRES_URL ? 'PostgreSQL' : 'SQLite'

/** The address of a PostgreSQL for tests, as its superuser. */
export function postgresServer(): string {
  return POSTGRES_URL || missing('PostgreSQL')
}

export function redisServer(): string {
  return REDIS_URL || missing('Redis')
}

/** Fails the tests instead of skipping them. */
function missing(server: string): never {
  throw new Error(`These tests need ${server}. Run them with "npm run test:stores -- <file>".`)
}

/** Settings of a database that several nodes share. */

export type DatabaseSettings = {
  /** PostgreSQL; null: everything is in the data folder. */
  readonly databaseUrl: string | null
  /** How long keys in memory are served while the database is out of reach. */
  readonly storeOutageMs: number
}

export const DATABASE_ENVIRONMENT = [
  [
    'DATABASE_URL',
    'none',
    'PostgreSQL that several nodes share (postgres://user:password@host:port/database); needs GATEWAY_MASTER_KEY.',
  ],
  [
    'GATEWAY_STORE_OUTAGE_MS',
    '300000',
    'How long known keys are served while the database is out of reach; unknown ones get 503.',
  ],
] as const

type Text = (name: string) => string | null
type Refuse = (message: string) => never

export function readDatabase(text: Text, refuse: Refuse): DatabaseSettings {
  const databaseUrl = text('DATABASE_URL')
  if (databaseUrl !== null && !isPostgresUrl(databaseUrl))
    refuse('DATABASE_URL must be postgres://user:password@host:port/database.')
  if (databaseUrl !== null && text('GATEWAY_MASTER_KEY') === null) {
    refuse(
      'GATEWAY_MASTER_KEY is needed with DATABASE_URL: every node must have the same one. Make one with "openssl rand -hex 32".',
    )
  }
  const outage = text('GATEWAY_STORE_OUTAGE_MS') ?? '300000'
  if (!/^[0-9]{1,9}$/.test(outage)) refuse('GATEWAY_STORE_OUTAGE_MS must be a whole number from 0 to 999999999.')
  return { databaseUrl, storeOutageMs: Number(outage) }
}

function isPostgresUrl(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.hostname !== '' && url.pathname.length > 1
}

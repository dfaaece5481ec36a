/** Settings of the PostgreSQL database that several nodes share. */

export type DatabaseSettings = {
  /** Null: all data is in the data folder. */
  readonly databaseUrl: string | null
  /** How long cached keys stay valid while the database is unavailable. */
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
    'How long cached keys stay valid while the database is unavailable; other keys get 503.',
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
      'DATABASE_URL requires GATEWAY_MASTER_KEY, the same on every node. Generate one with "openssl rand -hex 32".',
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

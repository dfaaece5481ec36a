/** Where logs are stored: in a SQLite file of this node, or in a PostgreSQL database shared by several nodes. */

/** For log messages. A database URL may contain a password, so it is not shown. */
export function describeLocation(location: StoreLocation): string {
  return 'databasePath' in location ? location.databasePath : 'PostgreSQL'
}

export type StoreLocation = { readonly databasePath: string } | { readonly databaseUrl: string }

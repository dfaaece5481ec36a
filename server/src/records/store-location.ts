/** Where the logs are: a file of this node alone, or a database it shares with others. */

/** For messages: an address would show a password. */
export function describeLocation(place: StoreLocation): string {
  return 'databasePath' in place ? place.databasePath : 'the logs in PostgreSQL'
}

export type StoreLocation = { readonly databasePath: string } | { readonly databaseUrl: string }

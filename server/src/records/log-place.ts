/** Where the logs are: a file of this node alone, or a database it shares with others. */

export type LogPlace = { readonly databasePath: string } | { readonly databaseUrl: string }

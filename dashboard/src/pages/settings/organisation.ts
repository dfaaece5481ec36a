/** Organisation settings in the admin API; null: the deployment's value applies. */

export type Organisation = {
  readonly id: string
  readonly name: string
  readonly retention_days: number | null
  readonly log_bodies: boolean | null
  readonly defaults: { readonly metadata: Readonly<Record<string, string>> }
  readonly last_updated_at: string
}

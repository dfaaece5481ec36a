/** The organisation's settings as the admin API tells them; null: the deployment's own value holds. */

export type Organisation = {
  readonly id: string
  readonly name: string
  readonly retention_days: number | null
  readonly log_bodies: boolean | null
  readonly defaults: { readonly metadata: Readonly<Record<string, string>> }
  readonly last_updated_at: string
}

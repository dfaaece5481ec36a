/** What the control plane changed, told to the running parts that remember it. */

export type Change =
  | { readonly kind: 'api_key'; readonly keyId: string }
  | { readonly kind: 'virtual_key'; readonly workspaceId: string; readonly slug: string }
  | { readonly kind: 'config'; readonly workspaceId: string; readonly slug: string }
  | { readonly kind: 'prompt'; readonly workspaceId: string }
  | { readonly kind: 'limits'; readonly workspaceId: string | null }
  | { readonly kind: 'price'; readonly workspaceId: string | null }
  /** Settings, status or existence of a workspace; with it everything inside may have changed. */
  | { readonly kind: 'workspace'; readonly workspaceId: string }
  | { readonly kind: 'organisation'; readonly organisationId: string }

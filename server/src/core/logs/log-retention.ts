/** How long logs are kept. */

export interface LogRetention {
  /** Days for one workspace; null: the deployment's own. Lasts across restarts. */
  setDays(
    workspace: { readonly organisationId: string; readonly workspaceId: string },
    days: number | null,
  ): Promise<void>
  /** All logs, bodies, sums and feedback of the workspace up to now; resolves once it cannot be undone. */
  forgetWorkspace(workspace: { readonly organisationId: string; readonly workspaceId: string }): Promise<void>
}

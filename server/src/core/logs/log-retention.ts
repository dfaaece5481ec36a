/** Port for log retention. */

export interface LogRetention {
  /**
   * Sets the retention of a workspace; null: the deployment's setting. `bodyDays`: of bodies, which are deleted with
   * their log at the latest; null: with their log. Persistent.
   */
  setDays(
    workspace: { readonly organisationId: string; readonly workspaceId: string },
    days: number | null,
    bodyDays: number | null,
  ): Promise<void>
  /** Deletes all logs, bodies, aggregates and feedback of the workspace; resolves once the deletion is durable. */
  deleteWorkspace(workspace: { readonly organisationId: string; readonly workspaceId: string }): Promise<void>
}

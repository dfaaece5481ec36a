/** Port for log retention. */

export interface LogRetention {
  /** Sets the retention of a workspace; null: the deployment's setting. Persistent. */
  setDays(
    workspace: { readonly organisationId: string; readonly workspaceId: string },
    days: number | null,
  ): Promise<void>
  /** Deletes all logs, bodies, aggregates and feedback of the workspace; resolves once the deletion is durable. */
  deleteWorkspace(workspace: { readonly organisationId: string; readonly workspaceId: string }): Promise<void>
}

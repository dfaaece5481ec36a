/** Port for log retention. */

export interface LogRetention {
  /**
   * Sets the retention of a workspace persistently. `days`: of logs; null: the deployment's setting. `bodyDays`: of
   * bodies; null: until their log is deleted. A body is never kept longer than its log.
   */
  setDays(
    workspace: { readonly organisationId: string; readonly workspaceId: string },
    days: number | null,
    bodyDays: number | null,
  ): Promise<void>
  /** Deletes all logs, bodies, aggregates and feedback of the workspace; resolves once the deletion is durable. */
  deleteWorkspace(workspace: { readonly organisationId: string; readonly workspaceId: string }): Promise<void>
}

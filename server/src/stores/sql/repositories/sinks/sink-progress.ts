/** Progress of each node with each sink, in the control store. */

import type { SinkProgress, SinkProgressStore } from '../../../../core/sinks/sinks.ts'
import type { ControlDatabase } from '../../control-database.ts'

/** The progress of a node that has not reported for this long is deleted. */
const KEPT_MS = 86_400_000

export class SqlSinkProgress implements SinkProgressStore {
  constructor(
    private readonly database: ControlDatabase,
    private readonly now: () => number = Date.now,
  ) {}

  async report(progress: readonly SinkProgress[]): Promise<void> {
    if (progress.length === 0) return
    const ids = progress.map(({ sinkId }) => sinkId)
    // A sink may have been deleted since the node read it.
    const found = await this.database.selectFrom('sinks').select('id').where('id', 'in', ids).execute()
    const known = new Set(found.map(({ id }) => id))
    const rows = progress
      .filter(({ sinkId }) => known.has(sinkId))
      .map(({ sinkId, nodeId, reportedAtMs, ...rest }) => ({
        sink_id: sinkId,
        node_id: nodeId,
        reported_at_ms: reportedAtMs,
        progress: JSON.stringify(rest),
      }))
    if (rows.length === 0) return
    await this.database
      .insertInto('sink_progress')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['sink_id', 'node_id']).doUpdateSet(({ ref }) => ({
          reported_at_ms: ref('excluded.reported_at_ms'),
          progress: ref('excluded.progress'),
        })),
      )
      .execute()
    await this.database
      .deleteFrom('sink_progress')
      .where('sink_id', 'in', [...known])
      .where('reported_at_ms', '<', this.now() - KEPT_MS)
      .execute()
  }

  async ofSinks(sinkIds: readonly string[]): Promise<readonly SinkProgress[]> {
    if (sinkIds.length === 0) return []
    const rows = await this.database
      .selectFrom('sink_progress')
      .selectAll()
      .where('sink_id', 'in', [...sinkIds])
      .where('reported_at_ms', '>=', this.now() - KEPT_MS)
      .orderBy('sink_id')
      .orderBy('node_id')
      .execute()
    return rows.map((row) => ({
      ...(JSON.parse(row.progress) as Omit<SinkProgress, 'sinkId' | 'nodeId' | 'reportedAtMs'>),
      sinkId: row.sink_id,
      nodeId: row.node_id,
      reportedAtMs: row.reported_at_ms,
    }))
  }
}

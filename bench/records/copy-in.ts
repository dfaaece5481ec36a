/**
 * Inserts rows into PostgreSQL with COPY, several times as fast as INSERT. The driver supports the protocol messages
 * but has no method for it.
 */

import type { Client, Submittable } from 'pg'

export type Cell = string | number | Uint8Array | null

/** Members of the driver's connection that its types omit. */
type CopyConnection = {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

export async function copyIn(
  client: Client,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  if (rows.length === 0) return
  const text = `COPY ${table} (${columns.join(', ')}) FROM STDIN`
  const bytes = Buffer.from(rows.map((row) => `${row.map(cellText).join('\t')}\n`).join(''))
  await new Promise<void>((resolve, reject) => {
    let trouble: unknown
    const copy = {
      submit: (connection: CopyConnection) => connection.query(text),
      handleCopyInResponse(connection: CopyConnection) {
        connection.sendCopyFromChunk(bytes)
        connection.endCopyFrom()
      },
      handleCommandComplete() {},
      handleError(error: unknown) {
        trouble = error
      },
      // Also sent after an error, when the server is ready again.
      handleReadyForQuery: () => (trouble === undefined ? resolve() : reject(trouble)),
    }
    client.query(copy as unknown as Submittable)
  })
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function cellText(cell: Cell): string {
  if (cell === null) return '\\N'
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'string') return /[\\\n\r\t]/.test(cell) ? cell.replace(/[\\\n\r\t]/g, (c) => ESCAPES[c]!) : cell
  return `\\\\x${Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('hex')}`
}

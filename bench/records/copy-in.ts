/** Rows into PostgreSQL by COPY, several times as fast as by INSERT; the driver has the messages but no method for it. */

import type { Client, Submittable } from 'pg'

export type Cell = string | number | Uint8Array | null

/** What the driver's connection can do beside what its types say. */
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
      // Also after an error: the server says when it is ready again.
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

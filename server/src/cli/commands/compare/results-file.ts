/** Stores the results of a comparison in a JSON lines file, so that an interrupted run continues where it stopped. */

import { createHash } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import { CommandError } from '../../command-error.ts'
import { isObject } from '../../remote.ts'
import type { Found } from './compare-responses.ts'
import type { RecordedRequest } from './recorded-requests.ts'

/** The stored part of one gateway's response: no body and no headers. */
export type Side = {
  readonly status: number | null
  readonly provider: string | null
  readonly model: string | null
  readonly cost_usd: number | null
  readonly duration_ms: number
}

export type Result = {
  /** Identifies the request: its position and a hash of its content. */
  readonly request: string
  readonly method: string
  readonly path: string
  readonly old: Side
  readonly new: Side
  readonly differences: readonly Found[]
}

const FORMAT = 'gatehouse-compare/1'
/** Only the owner may read the file, because differences may quote responses. */
const MODE = 0o600

export function requestId(index: number, { method, path, headers, body }: RecordedRequest): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([method, path, headers, body]))
    .digest('hex')
  return `${index + 1}-${digest.slice(0, 16)}`
}

export class ResultsFile {
  private constructor(
    private readonly path: string | null,
    readonly earlier: ReadonlyMap<string, Result>,
  ) {}

  /** `path`: null keeps results in memory only. `gateways` must be the same as in the earlier run. */
  static async open(path: string | null, gateways: readonly string[]): Promise<ResultsFile> {
    if (path === null) return new ResultsFile(null, new Map())
    const text = await readFile(path, 'utf8').catch(() => null)
    if (text === null || text === '') {
      await appendFile(path, `${JSON.stringify({ format: FORMAT, gateways })}\n`, { mode: MODE })
      return new ResultsFile(path, new Map())
    }
    const [head, ...lines] = text.split('\n')
    const first = objectIn(head ?? '')
    if (first?.['format'] !== FORMAT)
      throw new CommandError({
        what: `${path} exists and is not a result of gatehouse compare.`,
        fix: 'Choose another file.',
      })
    if (JSON.stringify(first['gateways']) !== JSON.stringify(gateways))
      throw new CommandError({
        what: `${path} has results of other gateways or headers.`,
        fix: 'Choose another file, or compare the same gateways.',
      })
    // The last line is incomplete if the earlier run was killed.
    const results = lines.map(objectIn).filter((line) => line !== null) as unknown as readonly Result[]
    if (!text.endsWith('\n')) await appendFile(path, '\n')
    return new ResultsFile(path, new Map(results.map((result) => [result.request, result])))
  }

  async add(result: Result): Promise<void> {
    if (this.path !== null) await appendFile(this.path, `${JSON.stringify(result)}\n`)
  }
}

function objectIn(line: string) {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

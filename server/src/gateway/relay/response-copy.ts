/** The copy of a response while it is relayed: for its usage, for the cache, and for the log unless guardrails changed it. */

import { FinishScan } from '../meter/finish-scan.ts'
import { Capture } from './capture.ts'

export class ResponseCopy {
  readonly captured: Capture
  /** Scans the part beyond the captured head; null while the head has everything. */
  beyondHead: FinishScan | null = null

  constructor(limitBytes: number) {
    this.captured = new Capture(limitBytes)
  }

  push(chunk: Uint8Array): void {
    const { captured } = this
    if (captured.isCutBy(chunk.length)) {
      // A marker may be split between the head and this chunk.
      this.beyondHead ??= FinishScan.after(captured.head())
      this.beyondHead.push(chunk)
    }
    captured.push(chunk)
  }
}

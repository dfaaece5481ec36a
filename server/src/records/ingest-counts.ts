/** What became of the frames of the journal, in numbers. */

export type IngestCounts = {
  ingested: number
  /** Frames whose record was in the store already. */
  duplicates: number
  /** Frames that could not be stored, now in `journal/set-aside/`. */
  setAside: number
  /** Frames whose bytes were damaged. */
  damaged: number
  /** Segments renamed to `.bad`, because nothing behind the damage could be trusted. */
  badSegments: number
}

export function noCounts(): IngestCounts {
  return { ingested: 0, duplicates: 0, setAside: 0, damaged: 0, badSegments: 0 }
}

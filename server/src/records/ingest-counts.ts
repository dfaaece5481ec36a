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
  /** Segments that end in an incomplete frame or in zeros, after a kill or a power failure. */
  torn: number
}

/** Records that are not in the store and never will be by themselves; a lower bound: of a bad or torn segment, one. */
export function lostIn({ setAside, damaged, badSegments, torn }: IngestCounts): number {
  return setAside + damaged + badSegments + torn
}

export function noCounts(): IngestCounts {
  return { ingested: 0, duplicates: 0, setAside: 0, damaged: 0, badSegments: 0, torn: 0 }
}

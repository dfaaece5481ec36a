/** Precision and recall by type. A finding is correct if it overlaps a labelled span of its type. */

export type Labelled = { readonly type: string; readonly start: number; readonly end: number }

export type Row = { labelled: number; recalled: number; covered: number; found: number; right: number }

/** Labels of the samples, with the finding types that match them. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  GPE: ['LOCATION'],
  DOMAIN_NAME: ['URL', 'URL_CREDENTIALS'],
  DATE_TIME: ['DATE_TIME', 'DATE_OF_BIRTH'],
  US_SSN: ['US_SSN', 'US_ITIN'],
}

export class Scores {
  readonly rows = new Map<string, Row>()

  add(labels: readonly Labelled[], found: readonly Labelled[]): void {
    for (const label of labels) {
      const row = this.#row(label.type)
      row.labelled++
      const over = found.filter((one) => overlaps(one, label))
      if (over.some((one) => matches(label.type, one.type))) row.recalled++
      if (over.length > 0) row.covered++
    }
    for (const one of found) {
      const name = labelOf(one.type)
      const row = this.#row(name)
      row.found++
      if (labels.some((label) => overlaps(one, label) && matches(label.type, one.type))) row.right++
    }
  }

  #row(type: string): Row {
    const row = this.rows.get(type) ?? { labelled: 0, recalled: 0, covered: 0, found: 0, right: 0 }
    this.rows.set(type, row)
    return row
  }
}

function overlaps(a: Labelled, b: Labelled): boolean {
  return a.start < b.end && b.start < a.end
}

function matches(label: string, type: string): boolean {
  return label === type || (SAME[label]?.includes(type) ?? false)
}

function labelOf(type: string): string {
  return Object.keys(SAME).find((label) => SAME[label]?.includes(type)) ?? type
}

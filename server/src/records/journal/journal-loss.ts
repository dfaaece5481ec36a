/** What operators are told about records the store did not get: which file, where, how many. */

export type OnLoss = (message: string) => void

export function tornLoss(file: string, offset: number, bytes: number): string {
  return `The journal ${file} ended in an incomplete record: ${bytes} bytes at byte ${offset} were cut off; at least 1 record is lost.`
}

/** Zeros have no lengths, so the number of records that were in their place is unknown. */
export function zerosLoss(file: string, offset: number, bytes: number): string {
  return `The journal ${file} has only zeros from byte ${offset} on, as after a power failure: all records in these ${bytes} bytes are lost, at least 1.`
}

export function damagedLoss(file: string, offset: number, bytes: number): string {
  return `The journal ${file} is damaged at byte ${offset}: 1 record is lost; its ${bytes} bytes are kept in set-aside/.`
}

export function badSegmentLoss(file: string, offset: number, bytes: number): string {
  return `The journal ${file} is damaged at byte ${offset}: nothing behind can be read, at least 1 record is lost. Its last ${bytes} bytes are kept in ${file}.bad.`
}

export function setAsideLoss(file: string, offset: number): string {
  return `The record at byte ${offset} of the journal ${file} cannot be stored: 1 record is lost; its bytes are kept in set-aside/.`
}

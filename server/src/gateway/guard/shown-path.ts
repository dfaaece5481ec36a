/** The path of a text as results show it. Names in it come from the caller or the model, and may be what a check looks for. */

const MAX_LENGTH = 200
const READ_LENGTH = 2_000
/** The form of the names that formats use. Secrets and personal data hardly ever look like such a name. */
const PLAIN_NAME = /^[A-Za-z_-]{1,32}\d{0,2}$/

export function shownPath(path: string): string {
  const shown = path.slice(0, READ_LENGTH).replace(/[^.[\]]+/g, (step) => (isPlain(step) ? step : '*'))
  return shown.length <= MAX_LENGTH && path.length <= READ_LENGTH ? shown : `${shown.slice(0, MAX_LENGTH)}…`
}

function isPlain(step: string): boolean {
  return PLAIN_NAME.test(step) || /^\d{1,7}$/.test(step)
}

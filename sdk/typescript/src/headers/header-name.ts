/** Names of options as header names: xMyCustomHeader is x-my-custom-header. */

const WORD_BORDER = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g

/** Runs of capitals stay together: `xRequestID` is `x-request-id`, `xURLPath` is `x-url-path`. */
export function headerName(option: string): string {
  if (option.includes('-')) return option.toLowerCase()
  return option.replace(WORD_BORDER, '-').replaceAll('_', '-').toLowerCase()
}

/** Two spellings of one option are equal under this: `traceId`, `traceID`, `trace_id`. */
export function squashed(option: string): string {
  return option.replace(/[-_]/g, '').toLowerCase()
}

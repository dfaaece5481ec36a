/** Converts option names to header names: xMyCustomHeader becomes x-my-custom-header. */
const WORD_BORDER = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;
/** Runs of capitals stay together: `xRequestID` becomes `x-request-id`, `xURLPath` becomes `x-url-path`. */
export function headerName(option) {
    if (option.includes('-'))
        return option.toLowerCase();
    return option.replace(WORD_BORDER, '-').replaceAll('_', '-').toLowerCase();
}
/** Normalises the spellings of one option: `traceId`, `traceID`, `trace_id`. */
export function squashed(option) {
    return option.replace(/[-_]/g, '').toLowerCase();
}

/** Converts option names to header names: xMyCustomHeader becomes x-my-custom-header. */
/** Runs of capitals stay together: `xRequestID` becomes `x-request-id`, `xURLPath` becomes `x-url-path`. */
export declare function headerName(option: string): string;
/** Normalises the spellings of one option: `traceId`, `traceID`, `trace_id`. */
export declare function squashed(option: string): string;

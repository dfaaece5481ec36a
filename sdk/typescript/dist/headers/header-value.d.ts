/** Converts option values to header values: JSON for objects, escapes for characters that headers cannot carry. */
export type HeaderValue = string | number | boolean | object;
export declare function headerValue(option: string, value: HeaderValue): string;
/** Callers list options in camelCase; converts them to header names. */
export declare function nameList(names: readonly string[] | string, toName: (option: string) => string): string;

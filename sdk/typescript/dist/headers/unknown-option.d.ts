/** The error for an option that does not exist, with the nearest one that does. */
export declare function unknownOption(option: string, known: readonly string[]): TypeError;

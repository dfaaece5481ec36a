/** Encodes one path segment. `@latest` stays readable; values that would change the path are rejected. */
export declare function segment(id: string): string;

/** Encodes parameters with files as a multipart form. */
/** Files go last: the gateway selects the provider by the model before the upload completes. */
export declare function formOf(parameters: Readonly<Record<string, unknown>>): FormData;

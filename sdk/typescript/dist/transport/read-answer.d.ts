/** Reads a response body by its content type. */
import type { Arrived, Transport } from './transport.ts';
/** JSON as a value, other text as a string, an empty body as undefined, everything else as the Response. */
export declare function readAny(transport: Transport, arrived: Arrived): Promise<unknown>;
export declare function readJson(transport: Transport, arrived: Arrived): Promise<unknown>;
export declare function readText(transport: Transport, { response, deadline }: Arrived): Promise<string>;
/** The caller reads the body, without a time limit. */
export declare function readRaw({ response, deadline }: Arrived): Promise<Response>;

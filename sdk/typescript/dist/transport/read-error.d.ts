/** Maps an error response to its error class. */
import * as errors from '../errors.ts';
export declare function readError(response: Response, address: string): Promise<errors.GatewayError>;
type Answer = Omit<errors.ErrorFields, 'message'> & {
    readonly status: number;
    readonly source: errors.ErrorSource;
};
/** Also for error events of a stream: their status comes from the event, because the HTTP status was already 200. */
export declare function errorOf(body: unknown, answer: Answer, address: string): errors.GatewayError;
export {};

/** Parses server-sent events from arbitrarily split bytes. */
export type ServerEvent = {
    readonly event: string | null;
    readonly data: string;
};
/** Returns events as they become complete; `take` adds text, `end` flushes an unfinished last line. */
export declare class EventReader {
    #private;
    take(text: string): ServerEvent[];
    end(): ServerEvent[];
}
export declare function readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent>;

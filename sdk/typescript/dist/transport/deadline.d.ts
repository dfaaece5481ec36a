/** Aborts a call, and records the reason: aborted by the caller, or timed out. */
export declare class Deadline {
    #private;
    readonly timeoutMs: number;
    hasExpired: boolean;
    constructor(timeoutMs: number, caller: AbortSignal | undefined);
    get signal(): AbortSignal;
    readonly abort: () => void;
    /** Called when the response is complete or its stream has started: from then on only the caller aborts. */
    stopClock(): void;
    /** Stops the timer and removes the listener. Call when the call has ended. */
    release(): void;
}

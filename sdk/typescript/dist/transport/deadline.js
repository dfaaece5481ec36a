/** Aborts a call, and records the reason: aborted by the caller, or timed out. */
export class Deadline {
    timeoutMs;
    #controller = new AbortController();
    #timer;
    #caller;
    hasExpired = false;
    constructor(timeoutMs, caller) {
        this.timeoutMs = timeoutMs;
        this.#caller = caller;
        this.#timer = setTimeout(() => {
            this.hasExpired = true;
            this.#controller.abort();
        }, timeoutMs);
        if (caller?.aborted)
            this.abort();
        else
            caller?.addEventListener('abort', this.abort, { once: true });
    }
    get signal() {
        return this.#controller.signal;
    }
    abort = () => this.#controller.abort();
    /** Called when the response is complete or its stream has started: from then on only the caller aborts. */
    stopClock() {
        clearTimeout(this.#timer);
    }
    /** Stops the timer and removes the listener. Call when the call has ended. */
    release() {
        this.stopClock();
        this.#caller?.removeEventListener('abort', this.abort);
    }
}

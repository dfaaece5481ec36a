/** Parses server-sent events from arbitrarily split bytes. */
/** Returns events as they become complete; `take` adds text, `end` flushes an unfinished last line. */
export class EventReader {
    #rest = '';
    #event = null;
    #data = [];
    #isFirst = true;
    take(text) {
        this.#rest += this.#isFirst ? text.replace(/^\ufeff/, '') : text;
        if (text !== '')
            this.#isFirst = false;
        const events = [];
        // A trailing carriage return may be the first half of a CRLF.
        const lines = this.#rest.split(/\r\n|\n|\r(?!$)/);
        this.#rest = lines.pop() ?? '';
        for (const line of lines)
            this.#line(line, events);
        return events;
    }
    end() {
        const events = this.take(this.#rest === '' ? '' : '\n');
        this.#line('', events);
        return events;
    }
    #line(line, events) {
        if (line === '') {
            if (this.#data.length > 0)
                events.push({ event: this.#event, data: this.#data.join('\n') });
            this.#event = null;
            this.#data = [];
            return;
        }
        const colon = line.indexOf(':');
        const field = colon === -1 ? line : line.slice(0, colon);
        const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
        if (field === 'data')
            this.#data.push(value);
        else if (field === 'event')
            this.#event = value;
    }
}
export async function* readEvents(body) {
    const decoder = new TextDecoder();
    const events = new EventReader();
    const reader = body.getReader();
    let isComplete = false;
    try {
        for (;;) {
            const { done, value } = await reader.read();
            if (done)
                break;
            yield* events.take(decoder.decode(value, { stream: true }));
        }
        isComplete = true;
        yield* events.take(decoder.decode());
        yield* events.end();
    }
    finally {
        // If the caller stops early, cancel the connection: the gateway then cancels the provider's call.
        if (!isComplete)
            await reader.cancel().catch(() => { });
        reader.releaseLock();
    }
}

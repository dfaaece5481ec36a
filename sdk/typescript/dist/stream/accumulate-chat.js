/** Accumulates the chunks of a streamed completion, in all formats the gateway streams. */
export class ChatAccumulator {
    text = '';
    #role = 'assistant';
    #finishReason = null;
    #usage = null;
    #toolCalls = [];
    add(chunk) {
        if (!isMembers(chunk))
            return;
        if (isMembers(chunk['usage']))
            this.#usage = { ...this.#usage, ...chunk['usage'] };
        if (Array.isArray(chunk['choices']))
            this.#choice(chunk['choices'].find(isFirst));
        else
            this.#event(chunk);
    }
    message() {
        return {
            role: this.#role,
            content: this.text,
            tool_calls: this.#toolCalls.filter((call) => call !== undefined),
            finish_reason: this.#finishReason,
            usage: this.#usage,
        };
    }
    #choice(choice) {
        if (!isMembers(choice))
            return;
        if (typeof choice['finish_reason'] === 'string')
            this.#finishReason = choice['finish_reason'];
        if (typeof choice['text'] === 'string')
            this.text += choice['text'];
        const delta = choice['delta'];
        if (!isMembers(delta))
            return;
        if (typeof delta['role'] === 'string')
            this.#role = delta['role'];
        if (typeof delta['content'] === 'string')
            this.text += delta['content'];
        if (Array.isArray(delta['tool_calls']))
            for (const call of delta['tool_calls'])
                this.#toolCall(call);
    }
    #toolCall(part) {
        if (!isMembers(part))
            return;
        const index = typeof part['index'] === 'number' ? part['index'] : 0;
        this.#toolCalls[index] ??= { id: '', type: 'function', function: { name: '', arguments: '' } };
        const call = this.#toolCalls[index];
        if (typeof part['id'] === 'string')
            call.id = part['id'];
        const own = part['function'];
        if (!isMembers(own))
            return;
        if (typeof own['name'] === 'string')
            call.function.name += own['name'];
        if (typeof own['arguments'] === 'string')
            call.function.arguments += own['arguments'];
    }
    /** Events of the Messages and Responses formats. */
    #event(event) {
        const { type, delta, response, item, content_block: block } = event;
        if (isMembers(response) && isMembers(response['usage']))
            this.#usage = { ...response['usage'] };
        if (type === 'response.output_text.delta' && typeof delta === 'string')
            this.text += delta;
        if (type === 'response.completed' || type === 'response.incomplete')
            this.#finishReason = type.slice('response.'.length);
        if (isMembers(block) && block['type'] === 'tool_use')
            this.#startCall(event['index'], block['id'], block['name']);
        if (type === 'response.output_item.added' && isMembers(item) && item['type'] === 'function_call')
            this.#startCall(event['output_index'], item['call_id'], item['name']);
        if (type === 'response.function_call_arguments.delta')
            this.#toolCall({ index: event['output_index'], function: { arguments: delta } });
        if (!isMembers(delta))
            return;
        if (typeof delta['text'] === 'string')
            this.text += delta['text'];
        if (typeof delta['stop_reason'] === 'string')
            this.#finishReason = delta['stop_reason'];
        if (delta['type'] === 'input_json_delta')
            this.#toolCall({ index: event['index'], function: { arguments: delta['partial_json'] } });
    }
    #startCall(index, id, name) {
        this.#toolCall({ index, id, function: { name } });
    }
}
function isFirst(choice) {
    return isMembers(choice) && (choice['index'] ?? 0) === 0;
}
function isMembers(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

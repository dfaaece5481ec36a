/** Accumulates the chunks of a streamed completion, in all formats the gateway streams. */
export interface FinalToolCall {
    id: string;
    type: string;
    function: {
        name: string;
        arguments: string;
    };
}
export interface FinalMessage {
    role: string;
    content: string;
    tool_calls: FinalToolCall[];
    finish_reason: string | null;
    usage: Record<string, unknown> | null;
}
export declare class ChatAccumulator {
    #private;
    text: string;
    add(chunk: unknown): void;
    message(): FinalMessage;
}

/** Types of chat and text completions: common fields are typed, provider-specific ones pass through. */
export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool';
export interface ContentPart {
    type: string;
    text?: string;
    [name: string]: unknown;
}
export interface ToolCall {
    id: string;
    type: 'function' | (string & {});
    function: {
        name: string;
        arguments: string;
    };
}
export interface ChatMessage {
    role: Role | (string & {});
    content?: string | ContentPart[] | null;
    name?: string;
    tool_calls?: ToolCall[];
    tool_call_id?: string;
    [name: string]: unknown;
}
export interface Tool {
    type: 'function' | (string & {});
    function?: {
        name: string;
        description?: string;
        parameters?: Record<string, unknown>;
        strict?: boolean | null;
    };
    [name: string]: unknown;
}
/** Parameters of a completion besides its messages or prompt. */
export interface Hyperparameters {
    temperature?: number | null;
    top_p?: number | null;
    max_tokens?: number | null;
    max_completion_tokens?: number | null;
    n?: number | null;
    stop?: string | string[] | null;
    presence_penalty?: number | null;
    frequency_penalty?: number | null;
    logit_bias?: Record<string, number> | null;
    seed?: number | null;
    user?: string;
    stream_options?: {
        include_usage?: boolean;
    } | null;
}
export interface ChatParams extends Hyperparameters {
    model?: string;
    messages: ChatMessage[];
    stream?: boolean | null;
    tools?: Tool[];
    tool_choice?: string | Record<string, unknown>;
    response_format?: {
        type: string;
        [name: string]: unknown;
    };
    logprobs?: boolean | null;
    top_logprobs?: number | null;
    reasoning_effort?: string | null;
    [name: string]: unknown;
}
export interface CompletionParams extends Omit<Hyperparameters, 'max_completion_tokens'> {
    model?: string;
    prompt: string | string[] | number[] | number[][] | null;
    stream?: boolean | null;
    suffix?: string | null;
    echo?: boolean | null;
    logprobs?: number | null;
    [name: string]: unknown;
}
export interface Usage {
    prompt_tokens: number;
    completion_tokens: number;
    total_tokens: number;
    [name: string]: unknown;
}
export interface ChatCompletion {
    id: string;
    object: 'chat.completion' | (string & {});
    created: number;
    model: string;
    choices: {
        index: number;
        message: {
            role: string;
            content: string | null;
            tool_calls?: ToolCall[];
            refusal?: string | null;
            [name: string]: unknown;
        };
        finish_reason: string | null;
        logprobs?: unknown;
    }[];
    usage?: Usage;
    [name: string]: unknown;
}
export interface ChatChunk {
    id: string;
    object: 'chat.completion.chunk' | (string & {});
    created: number;
    model: string;
    choices: {
        index: number;
        delta: {
            role?: string;
            content?: string | null;
            tool_calls?: {
                index: number;
                id?: string;
                type?: string;
                function?: {
                    name?: string;
                    arguments?: string;
                };
            }[];
            [name: string]: unknown;
        };
        finish_reason: string | null;
        logprobs?: unknown;
    }[];
    usage?: Usage | null;
    [name: string]: unknown;
}
export interface Completion {
    id: string;
    object: 'text_completion' | (string & {});
    created: number;
    model: string;
    choices: {
        index: number;
        text: string;
        finish_reason: string | null;
        logprobs?: unknown;
    }[];
    usage?: Usage;
    [name: string]: unknown;
}

/** Request and response types of the other endpoints. */
export interface EmbeddingParams {
    model?: string;
    input: string | string[] | number[] | number[][];
    dimensions?: number;
    encoding_format?: 'float' | 'base64';
    user?: string;
    [name: string]: unknown;
}
export interface EmbeddingList {
    object: 'list';
    model: string;
    data: {
        object: 'embedding';
        index: number;
        embedding: number[];
    }[];
    usage?: {
        prompt_tokens: number;
        total_tokens: number;
    };
    [name: string]: unknown;
}
export interface SpeechParams {
    model?: string;
    input: string;
    voice: string;
    response_format?: string;
    speed?: number;
    [name: string]: unknown;
}
export interface TranscriptionParams {
    /** A File; a Blob is sent as `file`. */
    file: Blob;
    model?: string;
    language?: string;
    prompt?: string;
    response_format?: string;
    temperature?: number;
    [name: string]: unknown;
}
export interface Transcription {
    text: string;
    [name: string]: unknown;
}
export interface ImageParams {
    model?: string;
    prompt: string;
    n?: number | null;
    size?: string | null;
    response_format?: 'url' | 'b64_json' | null;
    [name: string]: unknown;
}
export interface ImageEditParams extends ImageParams {
    image: Blob | Blob[];
    mask?: Blob;
}
export interface ImageList {
    created: number;
    data: {
        url?: string;
        b64_json?: string;
        revised_prompt?: string;
    }[];
    [name: string]: unknown;
}
export interface Model {
    id: string;
    object: 'model';
    created?: number;
    owned_by?: string;
    [name: string]: unknown;
}
export interface ModelList {
    object: 'list';
    data: Model[];
    [name: string]: unknown;
}
export interface ModerationParams {
    input: string | string[] | Record<string, unknown>[];
    model?: string;
    [name: string]: unknown;
}
export interface Moderation {
    id: string;
    model: string;
    results: {
        flagged: boolean;
        categories: Record<string, boolean>;
        category_scores: Record<string, number>;
    }[];
    [name: string]: unknown;
}
export interface ResponseParams {
    model?: string;
    input?: string | Record<string, unknown>[];
    instructions?: string | null;
    max_output_tokens?: number | null;
    previous_response_id?: string | null;
    stream?: boolean | null;
    [name: string]: unknown;
}
export interface ModelResponse {
    id: string;
    object: 'response';
    status?: string;
    model: string;
    output: {
        type: string;
        [name: string]: unknown;
    }[];
    usage?: {
        input_tokens: number;
        output_tokens: number;
        total_tokens: number;
        [name: string]: unknown;
    };
    [name: string]: unknown;
}
export interface MessageParams {
    model?: string;
    max_tokens: number;
    messages: {
        role: 'user' | 'assistant';
        content: string | Record<string, unknown>[];
    }[];
    system?: string | Record<string, unknown>[];
    stream?: boolean;
    [name: string]: unknown;
}
export interface Message {
    id: string;
    type: 'message';
    role: 'assistant';
    model: string;
    content: {
        type: string;
        text?: string;
        [name: string]: unknown;
    }[];
    stop_reason: string | null;
    usage: {
        input_tokens: number;
        output_tokens: number;
        [name: string]: unknown;
    };
    [name: string]: unknown;
}
/** An event of the Messages and Responses streams. */
export interface StreamEvent {
    type: string;
    [name: string]: unknown;
}
export interface StoredFile {
    id: string;
    object: 'file';
    bytes: number;
    filename: string;
    purpose: string;
    [name: string]: unknown;
}
export interface RenderedPrompt {
    success: boolean;
    data: {
        model?: string;
        messages?: {
            role: string;
            content: unknown;
        }[];
        prompt?: string;
        [name: string]: unknown;
    };
    [name: string]: unknown;
}

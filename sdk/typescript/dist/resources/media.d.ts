/** Speech, transcriptions, images, embeddings, models, moderations and files. */
import type { AnswerPromise } from '../transport/answer-promise.ts';
import type { Caller } from '../transport/caller.ts';
import type { WithGateway } from '../transport/metadata.ts';
import type { Query, RequestOptions } from '../transport/request.ts';
import type * as answers from './answer-types.ts';
type Json<Answer> = AnswerPromise<WithGateway<Answer>>;
export declare function embeddingsOf(caller: Caller): {
    create: (params: answers.EmbeddingParams, options?: RequestOptions) => Json<answers.EmbeddingList>;
};
export declare function audioOf(caller: Caller): {
    speech: {
        /** The audio as a web Response: `await response.arrayBuffer()`, or its `body` as a stream. */
        create: (params: answers.SpeechParams, options?: RequestOptions) => AnswerPromise<Response>;
    };
    /** Text formats such as `srt` return a string. */
    transcriptions: {
        create: (params: answers.TranscriptionParams, options?: RequestOptions) => AnswerPromise<answers.Transcription>;
    };
    translations: {
        create: (params: answers.TranscriptionParams, options?: RequestOptions) => AnswerPromise<answers.Transcription>;
    };
};
export declare function imagesOf(caller: Caller): {
    generate: (params: answers.ImageParams, options?: RequestOptions) => Json<answers.ImageList>;
    edit: (params: answers.ImageEditParams, options?: RequestOptions) => Json<answers.ImageList>;
};
export declare function modelsOf(caller: Caller): {
    list: (options?: RequestOptions) => Json<answers.ModelList>;
    retrieve: (id: string, options?: RequestOptions) => Json<answers.Model>;
};
export declare function moderationsOf(caller: Caller): {
    create: (params: answers.ModerationParams, options?: RequestOptions) => Json<answers.Moderation>;
};
export declare function filesOf(caller: Caller): {
    create: (params: {
        file: Blob;
        purpose: string;
        [name: string]: unknown;
    }, options?: RequestOptions) => Json<answers.StoredFile>;
    list: (query?: Query, options?: RequestOptions) => Json<{
        object: "list";
        data: answers.StoredFile[];
    }>;
    retrieve: (id: string, options?: RequestOptions) => Json<answers.StoredFile>;
    content: (id: string, options?: RequestOptions) => AnswerPromise<Response>;
    delete: (id: string, options?: RequestOptions) => Json<{
        id: string;
        deleted: boolean;
    }>;
};
export {};

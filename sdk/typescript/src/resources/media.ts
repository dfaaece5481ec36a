/** Speech, transcriptions, images, embeddings, models, moderations and files. */

import type { AnswerPromise } from '../transport/answer-promise.ts'
import type { Caller } from '../transport/caller.ts'
import type { WithGateway } from '../transport/metadata.ts'
import { formOf } from '../transport/multipart.ts'
import type { Query, RequestOptions } from '../transport/request.ts'
import type * as answers from './answer-types.ts'
import { segment } from './segment.ts'

type Json<Answer> = AnswerPromise<WithGateway<Answer>>

export function embeddingsOf(caller: Caller) {
  return {
    create: (params: answers.EmbeddingParams, options?: RequestOptions): Json<answers.EmbeddingList> =>
      caller.json({ method: 'POST', path: '/embeddings', body: params, options }),
  }
}

export function audioOf(caller: Caller) {
  const transcribe =
    (path: string) =>
    (params: answers.TranscriptionParams, options?: RequestOptions): AnswerPromise<answers.Transcription> =>
      caller.any({ method: 'POST', path, body: formOf({ ...params }), options })
  return {
    speech: {
      /** The audio as a web Response: `await response.arrayBuffer()`, or its `body` as a stream. */
      create: (params: answers.SpeechParams, options?: RequestOptions): AnswerPromise<Response> =>
        caller.raw({ method: 'POST', path: '/audio/speech', body: params, options }),
    },
    /** Text formats such as `srt` return a string. */
    transcriptions: { create: transcribe('/audio/transcriptions') },
    translations: { create: transcribe('/audio/translations') },
  }
}

export function imagesOf(caller: Caller) {
  return {
    generate: (params: answers.ImageParams, options?: RequestOptions): Json<answers.ImageList> =>
      caller.json({ method: 'POST', path: '/images/generations', body: params, options }),
    edit: (params: answers.ImageEditParams, options?: RequestOptions): Json<answers.ImageList> =>
      caller.json({ method: 'POST', path: '/images/edits', body: formOf({ ...params }), options }),
  }
}

export function modelsOf(caller: Caller) {
  return {
    list: (options?: RequestOptions): Json<answers.ModelList> =>
      caller.json({ method: 'GET', path: '/models', options }),
    retrieve: (id: string, options?: RequestOptions): Json<answers.Model> =>
      caller.json({ method: 'GET', path: `/models/${segment(id)}`, options }),
  }
}

export function moderationsOf(caller: Caller) {
  return {
    create: (params: answers.ModerationParams, options?: RequestOptions): Json<answers.Moderation> =>
      caller.json({ method: 'POST', path: '/moderations', body: params, options }),
  }
}

export function filesOf(caller: Caller) {
  return {
    create: (
      params: { file: Blob; purpose: string; [name: string]: unknown },
      options?: RequestOptions,
    ): Json<answers.StoredFile> => caller.json({ method: 'POST', path: '/files', body: formOf(params), options }),
    list: (query?: Query, options?: RequestOptions): Json<{ object: 'list'; data: answers.StoredFile[] }> =>
      caller.json({ method: 'GET', path: '/files', query, options }),
    retrieve: (id: string, options?: RequestOptions): Json<answers.StoredFile> =>
      caller.json({ method: 'GET', path: `/files/${segment(id)}`, options }),
    content: (id: string, options?: RequestOptions): AnswerPromise<Response> =>
      caller.raw({ method: 'GET', path: `/files/${segment(id)}/content`, options }),
    delete: (id: string, options?: RequestOptions): Json<{ id: string; deleted: boolean }> =>
      caller.json({ method: 'DELETE', path: `/files/${segment(id)}`, options }),
  }
}

/** Speech, transcriptions, images, embeddings, models, moderations and files. */
import { formOf } from "../transport/multipart.js";
import { segment } from "./segment.js";
export function embeddingsOf(caller) {
    return {
        create: (params, options) => caller.json({ method: 'POST', path: '/embeddings', body: params, options }),
    };
}
export function audioOf(caller) {
    const transcribe = (path) => (params, options) => caller.any({ method: 'POST', path, body: formOf({ ...params }), options });
    return {
        speech: {
            /** The audio as a web Response: `await response.arrayBuffer()`, or its `body` as a stream. */
            create: (params, options) => caller.raw({ method: 'POST', path: '/audio/speech', body: params, options }),
        },
        /** Text formats such as `srt` return a string. */
        transcriptions: { create: transcribe('/audio/transcriptions') },
        translations: { create: transcribe('/audio/translations') },
    };
}
export function imagesOf(caller) {
    return {
        generate: (params, options) => caller.json({ method: 'POST', path: '/images/generations', body: params, options }),
        edit: (params, options) => caller.json({ method: 'POST', path: '/images/edits', body: formOf({ ...params }), options }),
    };
}
export function modelsOf(caller) {
    return {
        list: (options) => caller.json({ method: 'GET', path: '/models', options }),
        retrieve: (id, options) => caller.json({ method: 'GET', path: `/models/${segment(id)}`, options }),
    };
}
export function moderationsOf(caller) {
    return {
        create: (params, options) => caller.json({ method: 'POST', path: '/moderations', body: params, options }),
    };
}
export function filesOf(caller) {
    return {
        create: (params, options) => caller.json({ method: 'POST', path: '/files', body: formOf(params), options }),
        list: (query, options) => caller.json({ method: 'GET', path: '/files', query, options }),
        retrieve: (id, options) => caller.json({ method: 'GET', path: `/files/${segment(id)}`, options }),
        content: (id, options) => caller.raw({ method: 'GET', path: `/files/${segment(id)}/content`, options }),
        delete: (id, options) => caller.json({ method: 'DELETE', path: `/files/${segment(id)}`, options }),
    };
}

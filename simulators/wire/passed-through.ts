/** A provider whose own paths are passed through. Checks that the credential is in the right header and in no other. */

import { refuseUnless, type WireProvider } from './wire-server.ts'

export const PASSED_KEY = 'key-of-the-simulator'

const CREDENTIALS: readonly string[] = ['authorization', 'api-key', 'x-api-key', 'x-goog-api-key']

/** `path` as the provider receives it. `header` and `value`: the credential. */
export function passedThroughWire(path: string, header: string, value: string): WireProvider {
  return {
    answer(request) {
      const sent = CREDENTIALS.filter((name) => request.headers[name] !== undefined)
      refuseUnless(sent.length === 1 && request.headers[header] === value, `wrong credential in ${sent.join()}`, 401)
      refuseUnless(request.path === path, `no such path: ${request.path}`, 404)
      const failure = /fail ([0-9]{3})/.exec(Buffer.from(request.body).toString('utf8'))?.[1]
      refuseUnless(failure === undefined, `simulated failure ${failure}`, Number(failure))
      return { status: 201, json: { id: 'task-1', received: request.body.length } }
    },
    refuse: (status, message) => ({ status, json: { detail: message } }),
  }
}

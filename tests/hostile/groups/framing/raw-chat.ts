/** The parts of a default chat request as bytes. */

import { CHAT_BODY, UPSTREAM_CONFIG } from '../../case.ts'

export const START = 'POST /v1/chat/completions HTTP/1.1\r\n'

export const USUAL = `Host: gateway\r\nx-gateway-api-key: %KEY%\r\nx-gateway-config: ${UPSTREAM_CONFIG}\r\nContent-Type: application/json\r\n`

export const LENGTH = `Content-Length: ${CHAT_BODY.length}\r\n`

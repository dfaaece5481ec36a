/** The WebSocket paths of Gemini Live, at the Gemini API and at Vertex AI. */

import { GatewayError } from './errors.ts'

const GEMINI = /^\/ws\/google\.ai\.generativelanguage\.(v1(?:beta|alpha)?)\.GenerativeService\.([A-Za-z]{1,64})$/
const VERTEX = /^\/ws\/google\.cloud\.aiplatform\.(v1(?:beta1)?)\.LlmBidiService\/BidiGenerateContent$/

/** The path of a Live service; null for others. Google's JavaScript client repeats the slash after its base URL. */
export function livePath(pathname: string): string | null {
  if (!pathname.includes('ws/google.')) return null
  const path = pathname.replace(/^\/{1,2}(?:v1\/)?ws\//, '/ws/')
  return GEMINI.test(path) || VERTEX.test(path) ? path : null
}

/** The path of the same service in the Gemini API. */
export function geminiLivePath(path: string): string {
  return VERTEX.test(path) ? '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent' : path
}

/** The path of the same service in Vertex AI. Throws if Vertex AI does not have it. */
export function vertexLivePath(path: string): string {
  const [, version, method] = GEMINI.exec(path) ?? []
  if (version === undefined) return path
  if (method === 'BidiGenerateContent')
    return `/ws/google.cloud.aiplatform.${version === 'v1' ? 'v1' : 'v1beta1'}.LlmBidiService/BidiGenerateContent`
  throw new GatewayError('websocket_unsupported', { message: `Provider vertex-ai has no service ${method}.` })
}

/** Parses message content in the chat completions, messages and responses formats. */

import { isObject, type JsonObject } from '../../../api/json.ts'
import { type Part, textOf } from './turn.ts'

/** Only embedded images are shown: loading a remote URL would disclose the viewer to a third party. */
const DATA_IMAGE = /^data:image\/(png|jpe?g|gif|webp|avif);base64,[A-Za-z0-9+/=\s]+$/i

export function partsOf(content: unknown): Part[] {
  if (content === null || content === undefined) return []
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }]
  if (Array.isArray(content)) return content.flatMap((piece) => partsOfPiece(piece))
  return [{ kind: 'other', name: 'content', value: content }]
}

function partsOfPiece(piece: unknown): Part[] {
  if (typeof piece === 'string') return partsOf(piece)
  if (!isObject(piece)) return [{ kind: 'other', name: 'content', value: piece }]
  switch (piece['type']) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return [{ kind: 'text', text: textOf(piece['text']) }]
    case 'refusal':
      return [{ kind: 'text', text: textOf(piece['refusal']) }]
    case 'thinking':
      return [{ kind: 'thought', text: textOf(piece['thinking']) }]
    case 'image_url':
    case 'input_image':
      return [imageOf(isObject(piece['image_url']) ? piece['image_url']['url'] : piece['image_url'])]
    case 'image':
      return [imageOfSource(piece['source'])]
    case 'tool_use':
      return [{ kind: 'tool-call', name: textOf(piece['name']), input: textOf(piece['input']) }]
    case 'tool_result':
      return [{ kind: 'tool-result', of: textOf(piece['tool_use_id']), text: plainText(piece['content']) }]
    default:
      return [{ kind: 'other', name: textOf(piece['type']) || 'content', value: withoutData(piece) }]
  }
}

/** Tool calls of chat completions, which are separate from the content. */
export function toolCallsOf(message: JsonObject): Part[] {
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'] : []
  const old = isObject(message['function_call']) ? [{ function: message['function_call'] }] : []
  return [...calls, ...old].flatMap((call): Part[] => {
    if (!isObject(call)) return []
    const named = isObject(call['function']) ? call['function'] : call
    return [{ kind: 'tool-call', name: textOf(named['name']), input: textOf(named['arguments'] ?? named['input']) }]
  })
}

function imageOf(url: unknown): Part {
  if (typeof url === 'string' && DATA_IMAGE.test(url)) return { kind: 'image', dataUrl: url, note: 'Image' }
  const note = typeof url === 'string' && url.startsWith('data:') ? 'Image in an unsupported format' : textOf(url)
  return { kind: 'image', dataUrl: null, note: note.slice(0, 300) }
}

function imageOfSource(source: unknown): Part {
  if (!isObject(source)) return imageOf('')
  if (source['type'] !== 'base64') return imageOf(source['url'])
  return imageOf(`data:${textOf(source['media_type'])};base64,${textOf(source['data'])}`)
}

function plainText(content: unknown): string {
  return partsOf(content)
    .map((part) => (part.kind === 'text' ? part.text : `[${part.kind}]`))
    .join('\n')
}

/** Replaces audio and file data, which is long and unreadable. */
function withoutData(piece: JsonObject): unknown {
  return JSON.parse(
    JSON.stringify(piece, (_, value: unknown) =>
      typeof value === 'string' && value.length > 2_000 ? `${value.slice(0, 80)}… (${value.length} characters)` : value,
    ),
  )
}

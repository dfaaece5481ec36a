/** Finds the texts that a model has read and written, in the bytes of a request and a response in any format. */

/** The texts of a request, the number of its messages, and the number of its images and audio parts. */
export type ReadTexts = { readonly texts: readonly string[]; readonly messages: number; readonly media: number }

/** Members of a request that reach the model, in every format. */
const READ_MEMBERS = [
  'messages',
  'system',
  'tools',
  'functions',
  'prompt',
  'input',
  'instructions',
  'contents',
  'systemInstruction',
  'system_instruction',
  'toolConfig',
  'response_format',
  'message',
  'preamble',
  'documents',
  'chat_history',
  'texts',
  'query',
  'inputText',
  'content',
  'requests',
  'generateContentRequest',
] as const
/** Members inside `READ_MEMBERS` that describe the text and are not counted. */
const ABOUT = new Set(['role', 'type', 'id', 'tool_call_id', 'tool_use_id', 'call_id', 'model', 'detail', 'media_type'])
const SEALED = new Set(['signature', 'thoughtSignature', 'encrypted_content', 'mimeType', 'mime_type', 'cache_control'])
/** Members that hold an image, audio or a file, as bytes or as a URL. */
const MEDIA = new Set([
  'image_url',
  'input_audio',
  'inlineData',
  'inline_data',
  'fileData',
  'file_data',
  'source',
  'file',
])
const MAX_DEPTH = 64
const MEDIA_LENGTH = 1_000

export function readTexts(request: Readonly<Record<string, unknown>>): ReadTexts {
  const texts: string[] = []
  let messages = 0
  let media = 0
  const walk = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH) return
    if (typeof value === 'string') {
      if (isMedia(value)) media++
      else if (value !== '') texts.push(value)
      return
    }
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) walk(item, depth + 1)
      return
    }
    for (const [name, member] of Object.entries(value)) {
      if (ABOUT.has(name) || SEALED.has(name)) continue
      // The names of parameters in a tool's schema are text for the model.
      if (name === 'properties') for (const parameter of Object.keys(Object(member))) texts.push(parameter)
      if (MEDIA.has(name) && typeof member !== 'number') media++
      else walk(member, depth + 1)
    }
  }
  for (const name of READ_MEMBERS) {
    const member = request[name]
    walk(member, 0)
    if (Array.isArray(member) && (member as unknown[]).some((item) => typeof item === 'object'))
      messages += member.length
  }
  return { texts, messages, media }
}

/** The members with generated text, by format. Other members of the events repeat it. */
const WRITTEN: Readonly<Record<string, RegExp>> = {
  responses: written('delta'),
  chat: written('content|reasoning_content|refusal|arguments|transcript'),
  // Some hosts name the member `reasoning`. Hosts that send both members repeat the same text.
  chatReasoning: written('content|reasoning|refusal|arguments|transcript'),
  // Mistral's models send reasoning and text in parts: `"content":[{"type":"thinking","thinking":[{"type":"text","text":"..."}]}]`.
  chatParts: written('content|text|thinking|refusal|arguments'),
  any: written(
    'content|reasoning_content|refusal|arguments|text|thinking|partial_json|delta|tool_plan|input|outputText|generation',
  ),
}

function written(names: string): RegExp {
  return new RegExp(`"(?:${names})"\\s*:\\s*"`, 'g')
}

export function writtenTexts(response: Uint8Array): readonly string[] {
  const text = Buffer.from(response.buffer, response.byteOffset, response.length).toString('utf8')
  const texts: string[] = []
  const opening = WRITTEN[formatOf(text)]!
  opening.lastIndex = 0
  while (opening.exec(text) !== null) {
    const start = opening.lastIndex
    const end = endOfString(text, start)
    if (end < 0) break
    opening.lastIndex = end + 1
    const piece = unescaped(text.slice(start, end))
    if (piece !== '' && !isMedia(piece)) texts.push(piece)
  }
  return texts
}

/** The index of the quote that ends a string; -1 if it was cut off. A regular expression would backtrack over a long string. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0
    while (quote - 1 - backslashes >= start && text[quote - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return quote
  }
  return -1
}

/** The pieces of a stream are joined before counting: a token may span two pieces. */
export function joinedTexts(response: Uint8Array): string {
  return writtenTexts(response).join('')
}

function formatOf(text: string): string {
  const start = text.slice(0, 4_096)
  if (start.includes('"response.created"') || start.includes('"response.output_')) return 'responses'
  if (!/"object"\s*:\s*"chat\.completion/.test(start) && !/"delta"\s*:\s*\{/.test(start)) return 'any'
  if (start.includes('"message_start"') || start.includes('"content-delta"') || start.includes('_delta"')) return 'any'
  if (/"content"\s*:\s*\[/.test(start)) return 'chatParts'
  return text.includes('"reasoning_content"') || !text.includes('"reasoning"') ? 'chat' : 'chatReasoning'
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  try {
    return JSON.parse(`"${text}"`) as string
  } catch {
    return text
  }
}

/** True for a data URL, and for a long text whose first thousand characters look like base64. */
export function isMedia(text: string): boolean {
  if (text.startsWith('data:')) return true
  if (text.length <= MEDIA_LENGTH) return false
  const start = text.slice(0, MEDIA_LENGTH)
  return /^[A-Za-z0-9+/=_-]+$/.test(start) && /[A-Z]/.test(start) && /[a-z]/.test(start) && /\d/.test(start)
}

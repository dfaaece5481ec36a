/** Reads the facts of each wire format, independently of the dialects under test. */

import { countOf, type Facts, type JsonObject, listOf, noFacts, objectOf, textOf } from './facts.ts'

export type FormatName = 'anthropic' | 'converse' | 'gemini' | 'cohere' | 'chat' | 'responses'

/** Null if the body is not a chat response: embeddings, rankings, transcriptions. */
export function formatOf(first: JsonObject): FormatName | null {
  const type = textOf(first['type'])
  if (first['object'] === 'response' || type.startsWith('response.')) return 'responses'
  if (first['candidates'] || first['usageMetadata'] || textOf(objectOf(first['error'])['status'])) return 'gemini'
  if (objectOf(first['output'])['message'] || CONVERSE_EVENTS.some((name) => name in first)) return 'converse'
  if (type === 'message' || type === 'message_start') return 'anthropic'
  if (type === 'message-start' || (first['finish_reason'] && first['message'])) return 'cohere'
  const choice = listOf(first['choices'])[0]
  const isChat = textOf(first['object']).startsWith('chat.completion') || choice?.['message'] || choice?.['delta']
  return isChat ? 'chat' : null
}

const CONVERSE_EVENTS = ['messageStart', 'contentBlockStart', 'contentBlockDelta', 'messageStop', 'metadata']

/** `events` has all events of a stream, or one complete response. */
export function factsIn(format: FormatName, events: readonly JsonObject[]): Facts {
  const facts = noFacts()
  const read = READERS[format](facts)
  for (const event of events) read(event)
  return facts
}

type Reader = (facts: Facts) => (event: JsonObject) => void

const READERS: Readonly<Record<FormatName, Reader>> = { anthropic, converse, gemini, cohere, chat, responses }

function addUrls(facts: Facts, sources: readonly JsonObject[], name = 'url'): void {
  for (const { [name]: url } of sources) if (typeof url === 'string') facts.sources.add(url)
}

function webLocation(citation: JsonObject): JsonObject {
  return objectOf(objectOf(citation['location'])['web'])
}

function anthropic(facts: Facts) {
  const blocks = new Map<unknown, Facts['calls'][number]>()
  let usage: JsonObject = {}
  let openMessage: unknown = null
  const readBlock = (block: JsonObject, index: unknown) => {
    if (block['type'] === 'text') facts.text += textOf(block['text'])
    addUrls(facts, listOf(block['citations']))
    if (block['type'] !== 'tool_use') return
    const input = objectOf(block['input'])
    const call = { name: textOf(block['name']), arguments: Object.keys(input).length > 0 ? JSON.stringify(input) : '' }
    facts.calls.push(call)
    blocks.set(index, call)
  }
  return (event: JsonObject) => {
    if (event['type'] === 'error') facts.isError = true
    if (event['type'] === 'message_start') {
      // A second message in the middle of the first is a broken stream: https://github.com/vercel/ai/issues/18331.
      const { id } = objectOf(event['message'])
      facts.isError ||= openMessage !== null && openMessage !== id
      openMessage = id
    }
    if (facts.isError) return
    facts.text += textOf(objectOf(event['stop_details'] ?? objectOf(event['delta'])['stop_details'])['explanation'])
    listOf(event['content']).forEach(readBlock)
    if (event['type'] === 'content_block_start') readBlock(objectOf(event['content_block']), event['index'])
    const delta = objectOf(event['delta'])
    facts.text += delta['type'] === 'text_delta' ? textOf(delta['text']) : ''
    addUrls(facts, [objectOf(delta['citation'])])
    const call = blocks.get(event['index'])
    if (call && delta['type'] === 'input_json_delta') call.arguments += textOf(delta['partial_json'])
    const given = objectOf(objectOf(event['message'])['usage'] ?? event['usage'])
    usage = { ...usage, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) }
    if (Object.keys(usage).length === 0) return
    const names = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens', 'output_tokens']
    facts.totalTokens = names.reduce((sum, name) => sum + countOf(usage[name]), 0)
  }
}

function converse(facts: Facts) {
  const open = new Map<unknown, Facts['calls'][number]>()
  return (event: JsonObject) => {
    for (const block of listOf(objectOf(objectOf(event['output'])['message'])['content'])) {
      const cited = objectOf(block['citationsContent'])
      facts.text += [block, ...listOf(cited['content'])].map(({ text }) => textOf(text)).join('')
      addUrls(facts, listOf(cited['citations']).map(webLocation))
      const use = objectOf(block['toolUse'])
      if (block['toolUse']) facts.calls.push({ name: textOf(use['name']), arguments: JSON.stringify(use['input']) })
    }
    const start = objectOf(event['contentBlockStart'])
    const use = objectOf(start['start'])['toolUse']
    if (use) {
      const call = { name: textOf(objectOf(use)['name']), arguments: '' }
      facts.calls.push(call)
      open.set(start['contentBlockIndex'], call)
    }
    const { contentBlockIndex, delta } = objectOf(event['contentBlockDelta'])
    facts.text += textOf(objectOf(delta)['text'])
    addUrls(facts, [webLocation(objectOf(objectOf(delta)['citation']))])
    const call = open.get(contentBlockIndex)
    if (call) call.arguments += textOf(objectOf(objectOf(delta)['toolUse'])['input'])
    const usage = objectOf(event['usage'] ?? objectOf(event['metadata'])['usage'])
    if (Object.keys(usage).length > 0) facts.totalTokens = countOf(usage['totalTokens'])
  }
}

function gemini(facts: Facts) {
  return (event: JsonObject) => {
    if (event['error']) facts.isError = true
    const { groundingMetadata, citationMetadata, urlContextMetadata } = listOf(event['candidates'])[0] ?? {}
    addUrls(facts, listOf(objectOf(urlContextMetadata)['urlMetadata']), 'retrievedUrl')
    for (const { web, retrievedContext } of listOf(objectOf(groundingMetadata)['groundingChunks']))
      addUrls(facts, [objectOf(web ?? retrievedContext)], 'uri')
    addUrls(facts, listOf(objectOf(citationMetadata)['citationSources']), 'uri')
    for (const part of listOf(objectOf(listOf(event['candidates'])[0]?.['content'])['parts'])) {
      if (part['thought'] !== true) facts.text += textOf(part['text'])
      const { name, args, partialArgs } = objectOf(part['functionCall'])
      if (typeof name === 'string') facts.calls.push({ name, arguments: JSON.stringify(args ?? {}) })
      for (const piece of listOf(partialArgs)) addPiece(facts.calls.at(-1), piece)
    }
    const { totalTokenCount } = objectOf(event['usageMetadata'])
    if (totalTokenCount !== undefined) facts.totalTokens = countOf(totalTokenCount)
  }
}

/** Supports only top-level paths such as `$.location`, which is all that recordings have. */
function addPiece(call: Facts['calls'][number] | undefined, piece: JsonObject): void {
  const name = /^\$\.(\w+)$/.exec(textOf(piece['jsonPath']))?.[1]
  if (!call || name === undefined) return
  const args = JSON.parse(call.arguments) as JsonObject
  const value = piece['stringValue'] ?? piece['numberValue'] ?? piece['boolValue'] ?? null
  args[name] = typeof args[name] === 'string' ? args[name] + textOf(value) : value
  call.arguments = JSON.stringify(args)
}

function cohere(facts: Facts) {
  const open = new Map<unknown, Facts['calls'][number]>()
  return (event: JsonObject) => {
    const delta = objectOf(event['delta'])
    const message = objectOf(event['message'] ?? delta['message'])
    for (const part of [...listOf(message['content']), objectOf(message['content'])]) facts.text += textOf(part['text'])
    const type = textOf(event['type'])
    for (const one of Array.isArray(message['tool_calls'])
      ? listOf(message['tool_calls'])
      : [objectOf(message['tool_calls'])]) {
      const called = objectOf(one['function'])
      if (type === 'tool-call-delta') {
        const call = open.get(event['index'])
        if (call) call.arguments += textOf(called['arguments'])
      } else if (typeof called['name'] === 'string') {
        const call = { name: called['name'], arguments: textOf(called['arguments']) }
        facts.calls.push(call)
        open.set(event['index'], call)
      }
    }
    const { tokens } = objectOf(event['usage'] ?? delta['usage'])
    if (tokens)
      facts.totalTokens = countOf(objectOf(tokens)['input_tokens']) + countOf(objectOf(tokens)['output_tokens'])
  }
}

function chat(facts: Facts) {
  const open = new Map<unknown, Facts['calls'][number]>()
  return (event: JsonObject) => {
    if (event['error']) facts.isError = true
    const choice = listOf(event['choices'])[0] ?? {}
    const message = objectOf(choice['message'] ?? choice['delta'])
    const { content } = message
    facts.text +=
      textOf(content) +
      textOf(message['refusal']) +
      listOf(content)
        .map((part) => textOf(part['text']))
        .join('')
    addUrls(
      facts,
      listOf(message['annotations']).map((annotation) => objectOf(annotation['url_citation'])),
    )
    const cited = Array.isArray(event['citations']) ? event['citations'] : []
    for (const url of cited) if (typeof url === 'string') facts.sources.add(url)
    addUrls(facts, listOf(event['search_results']))
    for (const [at, one] of listOf(message['tool_calls']).entries()) {
      const index = one['index'] ?? at
      const called = objectOf(one['function'])
      const known = choice['delta'] ? open.get(index) : undefined
      if (known) known.arguments += textOf(called['arguments'])
      else {
        const call = { name: textOf(called['name']), arguments: textOf(called['arguments']) }
        facts.calls.push(call)
        open.set(index, call)
      }
    }
    const usage = objectOf(event['usage'])
    // Some hosts exclude thinking from completion_tokens, but not from total_tokens.
    if (Object.keys(usage).length > 0) {
      const counted = countOf(usage['prompt_tokens']) + countOf(usage['completion_tokens'])
      facts.totalTokens = countOf(usage['total_tokens']) || counted
    }
  }
}

/** Reads only the last event, which repeats the complete response. */
function responses(facts: Facts) {
  return (event: JsonObject) => {
    if (event['type'] === 'error' || event['type'] === 'response.failed') facts.isError = true
    const response = event['object'] === 'response' ? event : objectOf(event['response'])
    if (response['status'] !== 'completed' && response['status'] !== 'incomplete') return
    for (const item of listOf(response['output'])) {
      if (item['type'] === 'message')
        facts.text += listOf(item['content'])
          .map((part) => textOf(part['text']) + textOf(part['refusal']))
          .join('')
      for (const part of listOf(item['content'])) addUrls(facts, listOf(part['annotations']))
      if (item['type'] === 'function_call') {
        facts.calls.push({ name: textOf(item['name']), arguments: textOf(item['arguments']) })
      }
    }
    const usage = objectOf(response['usage'])
    if (Object.keys(usage).length > 0)
      facts.totalTokens = countOf(usage['input_tokens']) + countOf(usage['output_tokens'])
  }
}

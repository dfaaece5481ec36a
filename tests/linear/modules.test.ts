/**
 * Measures byte editors, framing, stream and usage readers, tokenizers, filters and templates at n and 4n. A new export
 * of a listed module fails until it is measured or listed as having no input that can be long.
 */

import { expect, test } from 'bun:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import * as questions from '../../server/src/cache/semantic/extract-question.ts'
import * as parsing from '../../server/src/config/parse-config.ts'
import { parseConfig } from '../../server/src/config/parse-config.ts'
import * as patterns from '../../server/src/config/patterns.ts'
import * as azurePaths from '../../server/src/core/azure-paths.ts'
import * as changing from '../../server/src/core/body/change-body.ts'
import * as json from '../../server/src/core/body/json-text.ts'
import * as forms from '../../server/src/core/body/multipart.ts'
import * as replacing from '../../server/src/core/body/replace-values.ts'
import { GatewayError } from '../../server/src/core/errors.ts'
import * as geminiPaths from '../../server/src/core/gemini-paths.ts'
import * as headers from '../../server/src/core/headers.ts'
import * as readable from '../../server/src/core/logs/readable-text.ts'
import * as compilingPatterns from '../../server/src/core/patterns/compile-pattern.ts'
import * as suggesting from '../../server/src/core/suggest.ts'
import * as usages from '../../server/src/core/usage.ts'
import * as content from '../../server/src/dialects/chat/content.ts'
import * as frames from '../../server/src/dialects/framing/aws-event-frames.ts'
import * as sse from '../../server/src/dialects/framing/sse-events.ts'
import * as streamed from '../../server/src/dialects/framing/stream-events.ts'
import * as heads from '../../server/src/gateway/attempt/stream-head.ts'
import * as hiding from '../../server/src/gateway/attempt/stream-usage.ts'
import * as bounds from '../../server/src/gateway/limits/bound-usage.ts'
import * as binary from '../../server/src/gateway/meter/binary-events.ts'
import * as tokens from '../../server/src/gateway/meter/local/count-tokens.ts'
import * as texts from '../../server/src/gateway/meter/local/read-texts.ts'
import * as unpacking from '../../server/src/gateway/meter/local/unpack.ts'
import * as usage from '../../server/src/gateway/meter/read-usage.ts'
import * as decompressing from '../../server/src/gateway/receive/decompress.ts'
import * as zstdFrames from '../../server/src/gateway/receive/zstd-frames.ts'
import * as captures from '../../server/src/gateway/relay/capture.ts'
import * as arrays from '../../server/src/gateway/relay/json-array.ts'
import * as bodies from '../../server/src/gateway/relay/response-body.ts'
import * as compiling from '../../server/src/prompts/compile-prompt.ts'
import * as templates from '../../server/src/prompts/parse-template.ts'
import { Rendering } from '../../server/src/prompts/rendering.ts'
import { eventFrame } from '../../simulators/wire/converse/event-frames.ts'
import { CHAT_SHAPES, GENERATE_CONTENT_SHAPES } from './chat-shapes.ts'
import { superlinear, type Work } from './measure.ts'

const { ResponseBody } = bodies
const { Capture } = captures

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))
const bytesOf = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
/** Sends one byte at a time, the worst case of a network. */
const cut = (bytes: Buffer, size = 1): Buffer[] =>
  times(Math.ceil(bytes.length / size), (i) => bytes.subarray(i * size, (i + 1) * size))

/** Bodies for the byte editors. */
const BODIES: Readonly<Record<string, (n: number) => Buffer>> = {
  members: (n) => bytesOf(Object.fromEntries(times(n, (i) => [`m${i}`, i]))),
  'escaped names': (n) => bytesOf(`{${times(n, (i) => `"\\u006d${i}":1`).join()}}`),
  elements: (n) => bytesOf({ list: times(n, (i) => ({ a: i, b: [i] })) }),
  'one long string': (n) => bytesOf({ a: 'x'.repeat(n * 16), b: 1 }),
  'one string of escapes': (n) => bytesOf({ a: '\\"'.repeat(n * 8), b: 1 }),
  'one string of backslashes': (n) => bytesOf({ a: '\\'.repeat(n * 8), b: 1 }),
  'quotes behind backslashes': (n) => bytesOf({ a: '\\\\\\"'.repeat(n * 4), b: 1 }),
  'white space': (n) => bytesOf(`{${' '.repeat(n * 8)}"a"${' '.repeat(n * 8)}:1}`),
  'deep values': (n) => bytesOf({ list: times(Math.ceil(n / 32), () => JSON.parse('['.repeat(60) + ']'.repeat(60))) }),
  'a long number': (n) => bytesOf(`{"a":${'1'.repeat(n * 16)},"b":1}`),
}

function onBodies(edit: (bytes: Buffer) => unknown): Record<string, Work> {
  return Object.fromEntries(
    Object.entries(BODIES).map(([name, make]) => [
      name,
      (n: number) => {
        const bytes = make(n)
        return () => edit(bytes)
      },
    ]),
  )
}

function given<T>(make: (n: number) => T, run: (input: T) => unknown): Work {
  return (n) => {
    const input = make(n)
    return () => {
      try {
        return run(input)
      } catch (error) {
        if (error instanceof GatewayError) return null
        throw error
      }
    }
  }
}

const BOUNDARY = 'b0undary'
const form = (count: number, field: (i: number) => string): Buffer =>
  bytesOf(
    `${times(count, (i) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f${i}"\r\n\r\n${field(i)}\r\n`).join('')}--${BOUNDARY}--\r\n`,
  )
/** A form has at most 1,000 fields, so larger sizes make the fields longer. */
const FORMS: Readonly<Record<string, (n: number) => Buffer>> = {
  'long fields': (n) => form(100, () => 'x'.repeat(Math.ceil(n / 8))),
  'one long field': (n) => form(1, () => 'x'.repeat(n * 16)),
  'almost delimiters': (n) => form(1, () => `\r\n--${BOUNDARY.slice(0, -1)}`.repeat(n)),
  'line ends': (n) => form(1, () => '\r\n'.repeat(n * 8)),
  'a long head of a part': (n) => bytesOf(`--${BOUNDARY}\r\n${'a: b\r\n'.repeat(n)}`),
}

function onForms(edit: (bytes: Buffer) => unknown): Record<string, Work> {
  return Object.fromEntries(Object.entries(FORMS).map(([name, make]) => [name, given(make, edit)]))
}

const STREAMS: Readonly<Record<string, (n: number) => Buffer>> = {
  events: (n) => bytesOf('data: {"choices":[{"delta":{"content":"x"}}]}\n\n'.repeat(n)),
  'events with carriage returns': (n) => bytesOf('data: {"choices":[]}\r\n\r\n'.repeat(n)),
  'preliminary events': (n) => bytesOf('event: ping\ndata: {"type":"ping"}\n\n'.repeat(n)),
  'one long event': (n) => bytesOf(`data: ${'x'.repeat(n * 16)}\n\n`),
  'an event that never ends': (n) => bytesOf(`data: ${'x'.repeat(n * 16)}`),
  'lines of one event': (n) => bytesOf(`${'data: x\n'.repeat(n)}\n`),
  comments: (n) => bytesOf(':\n'.repeat(n * 4)),
  'line ends alone': (n) => bytesOf('\n'.repeat(n * 8)),
  'usage chunks': (n) => bytesOf('data: {"choices":[],"usage":{"total_tokens":1}}\n\n'.repeat(n)),
}
const CHUNK_SIZES = [1, 1_024, Number.MAX_SAFE_INTEGER]

function onStreams(read: (chunks: readonly Buffer[]) => unknown): Record<string, Work> {
  const works: Record<string, Work> = {}
  for (const [name, make] of Object.entries(STREAMS)) {
    for (const size of CHUNK_SIZES) {
      works[`${name} in chunks of ${size}`] = given((n) => {
        const bytes = make(n)
        return cut(bytes, Math.min(size, bytes.length))
      }, read)
    }
  }
  return works
}

function chunkBody(chunks: readonly Uint8Array[]): InstanceType<typeof ResponseBody> {
  let at = 0
  return new ResponseBody(() => Promise.resolve(chunks[at++] ?? null))
}

async function readAll(body: InstanceType<typeof ResponseBody>): Promise<number> {
  let total = 0
  for (let chunk = await body.read(); chunk !== null; chunk = await body.read()) total += chunk.length
  return total
}

const chunkFrame = (event: object): Uint8Array =>
  eventFrame('chunk', { bytes: Buffer.from(JSON.stringify(event)).toString('base64') })
const binaryStream = (n: number): Buffer => {
  const frame = chunkFrame({ type: 'content_block_delta', delta: { text: 'x' } })
  return Buffer.concat(times(n, () => frame))
}

const WORDS = 'the quick brown fox jumps over the lazy dog, '
const TEXTS: Readonly<Record<string, (n: number) => string>> = {
  words: (n) => WORDS.repeat(Math.ceil(n / 16)),
  'one letter': (n) => 'a'.repeat(n),
  'white space': (n) => ' '.repeat(n),
  'line ends': (n) => '\n'.repeat(n),
  'one long word': (n) => 'abcdefghij'.repeat(Math.ceil(n / 8)),
  digits: (n) => '7'.repeat(n),
  punctuation: (n) => '!?#'.repeat(Math.ceil(n / 3)),
  emoji: (n) => '👩‍👩‍👧'.repeat(Math.ceil(n / 8)),
  'combining marks': (n) => 'e\u0301'.repeat(Math.ceil(n / 2)),
  chinese: (n) => '漢字'.repeat(Math.ceil(n / 2)),
}

function onTexts(run: (text: string) => unknown): Record<string, Work> {
  return Object.fromEntries(Object.entries(TEXTS).map(([name, make]) => [name, given(make, run)]))
}

const chatText = (n: number): Record<string, unknown> => CHAT_SHAPES['alternating messages']!(n)
const answers: Readonly<Record<string, (n: number) => Buffer>> = {
  'many usage marks': (n) => bytesOf('"usage": null,'.repeat(n)),
  'usage that never ends': (n) => bytesOf(`"usage":{${'"a":{'.repeat(n)}`),
  'many usage objects': (n) => bytesOf('{"usage":{"total_tokens":1}}'.repeat(n)),
  'one long text': (n) => bytesOf(`{"content":"${'x'.repeat(n * 8)}"}`),
  'escapes without end': (n) => bytesOf(`{"content":"${'\\"'.repeat(n * 4)}`),
  'many openings of strings': (n) => bytesOf('"content":"'.repeat(n)),
  events: (n) => bytesOf('data: {"choices":[{"delta":{"content":"x"}}]}\n\n'.repeat(n)),
}

function onAnswers(read: (bytes: Buffer) => unknown): Record<string, Work> {
  return Object.fromEntries(Object.entries(answers).map(([name, make]) => [name, given(make, read)]))
}

/** The server rejects requests with more than about a hundred headers. */
const manyHeaders = (n: number): Record<string, string> =>
  Object.fromEntries(times(Math.ceil(n / 32), (i) => [`x-header-${i}`, 'value, of, words']))
const longHeaders = (n: number): Record<string, string> => ({
  authorization: `Bearer ${' '.repeat(n)}x`,
  connection: times(n, (i) => `x-${i}`).join(', '),
  'x-long': 'a,'.repeat(n),
})

const conditional = (count: number, names: number): string =>
  JSON.stringify({
    strategy: {
      mode: 'conditional',
      conditions: times(count, () => JSON.parse('{"query":{"metadata.a":"b"},"then":"nobody-has-this-name"}')),
    },
    targets: times(names, (i) => ({
      name: `target-with-a-long-name-${i}`.repeat(4),
      provider: 'openai',
      api_key: 'k',
    })),
  })

type Cases = Readonly<Record<string, Readonly<Record<string, Work>> | string>>

/** The exports of each module, with their inputs or the reason why they are not measured. */
const MODULES: Readonly<Record<string, readonly [module: object, cases: Cases]>> = {
  'core/body/json-text': [
    json,
    {
      parseObject: onBodies(json.parseObject),
      parseValue: onBodies(json.parseValue),
      membersOf: onBodies((bytes) => json.membersOf(bytes)),
      isDeeperThan: onBodies((bytes) => json.isDeeperThan(bytes, 64)),
      countMembers: onBodies((bytes) => json.countMembers(bytes, 64)),
      findDuplicate: onBodies((bytes) => json.findDuplicate(bytes)),
      entriesOf: onBodies((bytes) => json.entriesOf(bytes, json.valueStart(bytes, 0))),
      valueStart: 'skips white space once',
      applyEdits: 'measured with setMembers, dropPaths and replaceValues',
      setMembers: {
        ...onBodies((bytes) =>
          json.setMembers(
            bytes,
            new Map<string, unknown>([
              ['b', 2],
              ['new', 'x'],
            ]),
          ),
        ),
        'many values': given(
          (n) => new Map(times(n, (i) => [`m${i}`, 'x'])),
          (values) => json.setMembers(bytesOf({ a: 1 }), values),
        ),
      },
      dropPaths: {
        ...onBodies((bytes) => json.dropPaths(bytes, [['b'], ['list', '*', 'a'], ['m1']])),
        'many paths and many elements': given(
          (n) => [bytesOf({ list: times(n, () => ({ a: 1 })) }), times(n, (i) => ['list', '*', `p${i}`])] as const,
          ([bytes, paths]) => json.dropPaths(bytes, paths),
        ),
        'every member is dropped': given(
          (n) => [bytesOf(Object.fromEntries(times(n, (i) => [`m${i}`, 1]))), times(n, (i) => [`m${i}`])] as const,
          ([bytes, paths]) => json.dropPaths(bytes, paths),
        ),
      },
      MAX_DEPTH: 'a number',
    },
  ],
  'core/body/multipart': [
    forms,
    {
      boundaryOf: onTexts((text) => forms.boundaryOf(`multipart/form-data; boundary=${text}`)),
      formFields: onForms((bytes) => forms.formFields(bytes, BOUNDARY)),
      changeForm: onForms((bytes) =>
        forms.changeForm(bytes, BOUNDARY, new Map<string, unknown>([['f1', 'y']]), new Set(['f2'])),
      ),
      formTexts: {
        ...onForms((bytes) => forms.formTexts(bytes, `multipart/form-data; boundary=${BOUNDARY}`, () => false)),
        ...onTexts((text) => forms.formTexts(bytesOf('x'), `multipart/form-data; ${text}`, () => false)),
      },
      replaceFormTexts: onForms((bytes) => forms.replaceFormTexts(bytes, BOUNDARY, new Map([[1, 'y']]))),
    },
  ],
  'core/body/replace-values': [
    replacing,
    {
      pathStep: onTexts(replacing.pathStep),
      replaceValues: {
        ...onBodies((bytes) =>
          replacing.replaceValues(
            bytes,
            new Map([
              ['b', '2'],
              ['a[0].b', '"x"'],
            ]),
          ),
        ),
        'many values': given(
          (n) => ({
            bytes: Buffer.from(JSON.stringify({ list: times(n, () => ({ text: 'x' })) })),
            values: new Map(times(n, (i) => [`list[${i}].text`, '"y"'])),
          }),
          ({ bytes, values }) => replacing.replaceValues(bytes, values),
        ),
      },
    },
  ],
  'core/body/change-body': [
    changing,
    {
      changeBody: onBodies((bytes) => changing.changeBody(bytes, null, new Map<string, unknown>([['b', 2]]), [['m1']])),
      withModel: onBodies((bytes) => changing.withModel(bytes, null, 'm')),
    },
  ],
  'core/azure-paths': [
    azurePaths,
    {
      readAzurePath: {
        ...onTexts((text) => azurePaths.readAzurePath('POST', `/openai/deployments/${text}`, '')),
        'many slashes': given(
          (n) => `/openai/deployments${'/chat'.repeat(n)}`,
          (path) => azurePaths.readAzurePath('POST', path, ''),
        ),
        'many parameters': given(
          (n) => `?${'api-version=x&'.repeat(n)}`,
          (search) => azurePaths.readAzurePath('GET', '/openai/models', search),
        ),
      },
      isAzureRoot: 'compares the start of a path',
    },
  ],
  'gateway/receive/zstd-frames': [
    zstdFrames,
    {
      ZstdFrames: {
        'empty blocks': given(
          (n) => Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x58]), Buffer.alloc(n * 3)]),
          (bytes) => new zstdFrames.ZstdFrames().push(bytes),
        ),
        frames: given(
          (n) => Buffer.concat(times(n, () => zstdCompressSync(Buffer.from('{}')))),
          (bytes) => new zstdFrames.ZstdFrames().push(bytes),
        ),
      },
    },
  ],
  'gateway/receive/decompress': [
    decompressing,
    {
      codingOf: {
        'many codings': given(
          (n) => ({ 'content-encoding': 'gzip,'.repeat(n) }),
          (map) => decompressing.codingOf(map),
        ),
        'one long coding': given(
          (n) => ({ 'content-encoding': 'x'.repeat(n * 16) }),
          (map) => decompressing.codingOf(map),
        ),
      },
      decompress: {
        text: given(
          (n) => gzipSync(Buffer.from(WORDS.repeat(n))),
          (bytes) =>
            decompressing.decompress([bytes], 'gzip', {
              limitBytes: 2 ** 30,
              count: null,
              tooLarge: () => new GatewayError('body_too_large'),
            }),
        ),
      },
    },
  ],
  'core/gemini-paths': [
    geminiPaths,
    {
      findGeminiCall: Object.fromEntries(
        Object.entries({
          colons: (n: number) => `/v1beta/models/${':'.repeat(n * 16)}generateContent`,
          slashes: (n: number) => `/v1beta/models/${'/models/'.repeat(n * 4)}:generateContent`,
          escapes: (n: number) => `/v1beta/models/${'%41'.repeat(n * 4)}:generateContent`,
          projects: (n: number) => `/v1beta1/${'projects/a/locations/'.repeat(n)}models/x:generateContent`,
          parameters: (n: number) => `/v1beta/models/m:streamGenerateContent?${'a=b&'.repeat(n * 4)}`,
        }).map(([name, path]) => [
          name,
          given(path, (url) => geminiPaths.findGeminiCall('POST', url.split('?')[0]!, url.slice(url.indexOf('?')))),
        ]),
      ),
      isGeminiPath: { colons: given((n) => `/v1/models/${':'.repeat(n * 16)}`, geminiPaths.isGeminiPath) },
      geminiMethod: 'looks up a name',
      GEMINI_ENDPOINTS: 'a table',
    },
  ],
  'gateway/relay/json-array': [
    arrays,
    {
      inArray: {
        events: given(
          (n) => bytesOf('data: {"a":1}\r\n\r\n'.repeat(n)),
          (body) =>
            arrays.inArray({ gemini: { isArray: true } } as never, { isEventStream: true, headers: {}, body } as never),
        ),
      },
      lastElement: {
        elements: given((n) => bytesOf(`[${'{"a":1}\r\n,\r\n'.repeat(n)}{}\r\n]`), arrays.lastElement),
        'one long element': given((n) => bytesOf(`[{"a":"${'\r\n'.repeat(n * 8)}"}]`), arrays.lastElement),
      },
    },
  ],
  'dialects/framing/sse-events': [
    sse,
    {
      SseEvents: onStreams((chunks) => {
        const events = new sse.SseEvents()
        let count = 0
        for (const chunk of chunks) count += events.push(chunk).length
        return count
      }),
    },
  ],
  'dialects/framing/aws-event-frames': [
    frames,
    {
      AwsEventFrames: Object.fromEntries(
        CHUNK_SIZES.flatMap((size): [string, Work][] => {
          const read = (chunks: readonly Buffer[]) => {
            const reader = new frames.AwsEventFrames(frames.readFrame)
            for (const chunk of chunks) reader.push(chunk)
          }
          const chunksOf = (bytes: Buffer) => cut(bytes, Math.min(size, bytes.length))
          const long = (n: number) => Buffer.from(eventFrame('x', { text: 'x'.repeat(n * 16) }))
          return [
            [`frames in chunks of ${size}`, given((n) => chunksOf(binaryStream(Math.ceil(n / 4))), read)],
            [`one long frame in chunks of ${size}`, given((n) => chunksOf(long(n)), read)],
          ]
        }),
      ),
      readFrame: 'measured with the frames above',
    },
  ],
  'dialects/framing/stream-events': [
    streamed,
    {
      eventReader: onStreams((chunks) => {
        const read = streamed.eventReader('sse', () => true)
        let count = 0
        for (const chunk of chunks) count += read(chunk).length
        return count
      }),
      readLargeEvent: {
        'one long text': given(
          (n) => JSON.stringify({ text: 'x'.repeat(n * 16) }),
          (text) => streamed.readLargeEvent({ name: '', text }),
        ),
        'many values': given(
          (n) => JSON.stringify({ list: times(n, () => [1]) }),
          (text) => streamed.readLargeEvent({ name: '', text }),
        ),
      },
    },
  ],
  'dialects/chat/content': [
    content,
    {
      contentPieces: {
        parts: given((n) => times(n, () => ({ type: 'text', text: 'x' })), content.contentPieces),
        thoughts: given(
          (n) => [{ type: 'thinking', thinking: times(n, () => ({ type: 'text', text: 'x' })) }],
          content.contentPieces,
        ),
        'kinds by turns': given(
          (n) => times(n, (i) => (i % 2 === 0 ? { type: 'thinking', thinking: 't' } : { type: 'text', text: 'x' })),
          content.contentPieces,
        ),
      },
    },
  ],
  'gateway/attempt/stream-head': [
    heads,
    {
      StreamHead: onStreams((chunks) => {
        const head = new heads.StreamHead()
        for (const chunk of chunks) if (head.push(chunk).kind !== 'waiting') return
      }),
      findErrorEvent: {
        ...onStreams((chunks) => heads.findErrorEvent(Buffer.concat([...chunks, Buffer.from('"error"')]))),
      },
    },
  ],
  'gateway/relay/response-body': [
    bodies,
    {
      ResponseBody: {
        'chunks that were held': given(
          (n) => times(n, () => Buffer.from('x')),
          (chunks) => {
            const body = chunkBody([])
            body.putBack(chunks)
            return readAll(body)
          },
        ),
      },
    },
  ],
  'gateway/relay/capture': [
    captures,
    {
      Capture: onStreams((chunks) => {
        const capture = new Capture(64 * 1024)
        for (const chunk of chunks) capture.push(chunk)
        return capture.head().length + capture.tail().length
      }),
      asBuffer: 'makes a view',
    },
  ],
  'gateway/meter/binary-events': [
    binary,
    {
      eventsInChunks: {
        frames: given(
          (n) => Capture.of(binaryStream(n), Number.MAX_SAFE_INTEGER),
          (answer) => binary.eventsInChunks(answer),
        ),
        'members that never end': given(
          (n) =>
            Capture.of(Buffer.concat([binaryStream(1), Buffer.from('"bytes":'.repeat(n))]), Number.MAX_SAFE_INTEGER),
          (answer) => binary.eventsInChunks(answer),
        ),
      },
      isBinaryEvents: 'looks at one header',
    },
  ],
  'gateway/meter/read-usage': [
    usage,
    {
      readUsage: onAnswers((bytes) => usage.readUsage(bytes, bytes)),
      readModel: onAnswers((bytes) => usage.readModel(bytes)),
    },
  ],
  'gateway/attempt/stream-usage': [
    hiding,
    {
      withUsageRequested: onBodies((bytes) => hiding.withUsageRequested('chat.completions', bytes, { stream: true })),
      hideUsage: onStreams((chunks) => readAll(hiding.hideUsage(chunkBody(chunks), () => {}))),
      TranslatedUsage: 'holds three values',
      wantsNoUsage: 'compares one value',
    },
  ],
  'gateway/meter/local/count-tokens': [
    tokens,
    {
      countTokens: {
        ...onTexts((text) => tokens.countTokens(text, 'gpt-4o')),
        'an older model': given(TEXTS['words']!, (text) => tokens.countTokens(text, 'gpt-4')),
      },
      loadTokens: 'loads a table',
    },
  ],
  'gateway/meter/local/read-texts': [
    texts,
    {
      readTexts: Object.fromEntries(
        Object.entries(CHAT_SHAPES).map(([name, shape]) => [
          name,
          given(shape, (body) => texts.readTexts(body).texts.length),
        ]),
      ),
      writtenTexts: onAnswers(texts.writtenTexts),
      joinedTexts: onAnswers(texts.joinedTexts),
      isMedia: onTexts(texts.isMedia),
    },
  ],
  'gateway/meter/local/unpack': [
    unpacking,
    {
      unpack: {
        text: given(
          (n) => ({ bytes: gzipSync(Buffer.from(WORDS.repeat(n))), encoding: 'gzip' }),
          (job) => unpacking.unpack(job),
        ),
      },
    },
  ],
  'gateway/limits/bound-usage': [
    bounds,
    {
      boundUsage: {
        messages: given(chatText, (params) =>
          bounds.boundUsage({ format: 'text', params, sizeBytes: 1_000, model: 'gpt-4o' }),
        ),
      },
      likelyTokens: {
        messages: given(chatText, (params) => bounds.likelyTokens({ format: 'text', params, sizeBytes: 1_000 })),
      },
    },
  ],
  'core/usage': [
    usages,
    {
      usageFrom: {
        iterations: given(
          (n) => ({
            input_tokens: 1,
            output_tokens: 1,
            iterations: times(n, () => ({ type: 'compaction', input_tokens: 1 })),
          }),
          (usage) => usages.usageFrom(usage),
        ),
        modalities: given(
          (n) => ({ promptTokenCount: 1, promptTokensDetails: times(n, () => ({ modality: 'AUDIO', tokenCount: 1 })) }),
          (usage) => usages.usageFrom(usage),
        ),
      },
      NO_USAGE: 'a constant',
    },
  ],
  'core/headers': [
    headers,
    {
      forwardable: {
        many: given(manyHeaders, (map) => headers.forwardable(map, ['x-gateway-'])),
        long: given(longHeaders, (map) => headers.forwardable(map, ['x-gateway-'])),
      },
      returnable: {
        many: given(manyHeaders, (map) => headers.returnable(map, ['x-gateway-'])),
        long: given(longHeaders, (map) => headers.returnable(map, ['x-gateway-'])),
      },
      recordable: { many: given(manyHeaders, headers.recordable), long: given(longHeaders, headers.recordable) },
      withLowerCaseNames: {
        many: given(manyHeaders, headers.withLowerCaseNames),
        long: given(longHeaders, headers.withLowerCaseNames),
      },
      claudeCodeLabels: {
        long: given(
          (n) => ({ 'x-claude-code-session-id': 'x'.repeat(n), 'x-claude-code-agent-id': 'x'.repeat(n) }),
          headers.claudeCodeLabels,
        ),
      },
      carriesKey: { many: given(manyHeaders, (map) => headers.carriesKey(map, ['x-gateway-'])) },
      bearerToken: onTexts((text) => headers.bearerToken(`Bearer ${text}`)),
      isPlain: { long: given(longHeaders, headers.isPlain) },
      forwardNameRefusal: onTexts((text) => headers.forwardNameRefusal(text, ['x-gateway-'])),
      keysIn: { many: given(manyHeaders, headers.keysIn), long: given(longHeaders, headers.keysIn) },
      CREDENTIAL_HEADERS: 'a constant',
      headerMap: { many: given((n) => new Headers(manyHeaders(n)), headers.headerMap) },
    },
  ],
  'core/suggest': [
    suggesting,
    {
      suggest: {
        'long candidates': given(
          (n) => ['a'.repeat(n * 16)],
          (known) => suggesting.suggest('b'.repeat(60), known),
        ),
        'many candidates': given(
          (n) => times(n, (i) => `word-${i}`),
          (known) => suggesting.suggest('wurd', known),
        ),
      },
      didYouMean: {
        'a long word': given(
          (n) => 'a'.repeat(n * 16),
          (word) => suggesting.didYouMean(word, ['abc']),
        ),
      },
    },
  ],
  'core/logs/readable-text': [
    readable,
    {
      readableText: {
        ...onAnswers((bytes) => readable.readableText(bytes)),
        ...onBodies((bytes) => readable.readableText(bytes)),
      },
      asSearched: onTexts(readable.asSearched),
      promptStart: onAnswers((bytes) => readable.promptStart(bytes)),
      READABLE_BYTES: 'a number',
    },
  ],
  'core/patterns/compile-pattern': [
    compilingPatterns,
    {
      estimateInstructions: {
        ...onTexts(compilingPatterns.estimateInstructions),
        groups: given((n) => '('.repeat(n), compilingPatterns.estimateInstructions),
        classes: given((n) => '['.repeat(n), compilingPatterns.estimateInstructions),
        'quotes that never end': given((n) => '\\Q'.repeat(n), compilingPatterns.estimateInstructions),
        'braces that never end': given((n) => '\\x{'.repeat(n), compilingPatterns.estimateInstructions),
        repeats: given((n) => 'a{2}'.repeat(n), compilingPatterns.estimateInstructions),
      },
      compileWithin: 'refuses long patterns; patterns.test.ts counts what it compiles',
    },
  ],
  'config/patterns': [
    patterns,
    {
      compilePattern: 'refuses patterns of more than 512 characters; patterns.test.ts counts what it compiles',
      PatternRuns: 'has a budget; patterns.test.ts exceeds it',
      stepsOf: 'multiplies',
      MAX_CONFIG_INSTRUCTIONS: 'a number',
      MAX_PATTERNS: 'a number',
      MAX_REQUEST_STEPS: 'a number',
      MAX_SEARCHED: 'a number',
    },
  ],
  'config/parse-config': [
    parsing,
    {
      parseConfig: {
        'names that no target has': given(
          (n) => conditional(n, Math.ceil(n / 16)),
          (text) => parseConfig(text),
        ),
        'unknown keys': given(
          (n) => JSON.stringify(Object.fromEntries(times(n, (i) => [`unknown_${i}`, i]))),
          (text) => parseConfig(text),
        ),
        targets: given(
          (n) => JSON.stringify({ strategy: { mode: 'fallback' }, targets: times(n, () => ({ provider: 'openai' })) }),
          (text) => parseConfig(text),
        ),
      },
      parseConfigValue: 'the same for a value that was read',
    },
  ],
  'cache/semantic/question-of': [
    questions,
    {
      hasQuestion: 'takes a name',
      questionOf: Object.fromEntries(
        (
          [
            ['chat.completions', CHAT_SHAPES],
            ['gemini.generate', GENERATE_CONTENT_SHAPES],
          ] as const
        ).flatMap(([endpoint, shapes]) =>
          Object.entries(shapes).map(([name, shape]) => [
            `${endpoint}, ${name}`,
            given(
              (n) => {
                const body = shape(n)
                return { body, bytes: bytesOf(body) }
              },
              ({ body, bytes }) => questions.questionOf(endpoint, body, { bytes, given: body }),
            ),
          ]),
        ),
      ),
    },
  ],
  'prompts/parse-template': [
    templates,
    {
      parseTemplate: {
        text: given((n) => 'x'.repeat(n * 16), templates.parseTemplate),
        tags: given((n) => '{{a}}'.repeat(n), templates.parseTemplate),
        sections: given((n) => '{{#a}}x{{/a}}\n'.repeat(n), templates.parseTemplate),
        openings: given((n) => '{{'.repeat(n), templates.parseTemplate),
        'nested sections': given((n) => '{{#a}}'.repeat(n), templates.parseTemplate),
      },
    },
  ],
  'prompts/compile-prompt': [
    compiling,
    {
      compilePrompt: {
        messages: given(
          (n) => JSON.stringify(times(n, () => ({ role: 'user', content: '{{a}}' }))),
          (source) => compiling.compilePrompt(source, false),
        ),
        rendered: given(
          (n) =>
            compiling.compilePrompt('{{#list}}{{.}},{{/list}}'.repeat(8) + '{{a}}'.repeat(Math.min(n, 4_000)), false),
          (compiled) => compiled.render(new Rendering({ a: 'x', list: times(100, (i) => i) }, () => undefined)),
        ),
      },
      partialsOf: 'walks the nodes of a parsed template once',
      refuseTooLarge: 'compares a length',
    },
  ],
}

/** The largest n, at four times the base. */
const MAX_SIZE = 64 * 1024

for (const [name, [module, cases]] of Object.entries(MODULES)) {
  test(`every export of ${name} is measured or excluded with a reason`, () => {
    expect(Object.keys(cases).sort()).toEqual(Object.keys(module).sort())
  })

  test(`${name} works in linear time`, async () => {
    const slow: string[] = []
    for (const [exported, works] of Object.entries(cases)) {
      if (typeof works === 'string') continue
      for (const [shape, work] of Object.entries(works)) {
        const growth = await superlinear(work, MAX_SIZE)
        if (growth) slow.push(`${exported}, ${shape}: ${JSON.stringify(growth)}`)
      }
    }
    expect(slow).toEqual([])
  })
}

/** Modules of these folders that MODULES omits, because they do no work of their own on external bytes. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  'core/body': ['body-reader', 'free-buffer', 'hash-slices', 'compress', 'read-response'],
  'gateway/relay': ['relay', 'response-copy', 'response-headers'],
  'gateway/meter/local': ['jobs', 'token-counter', 'token-worker', 'worker-queue'],
  'dialects/framing': [],
  prompts: ['reference', 'rendering'],
}

test('every module in these folders is measured or excluded by name', async () => {
  for (const [folder, others] of Object.entries(FOLDERS)) {
    const root = `${import.meta.dir}/../../server/src/${folder}`
    const files = [...new Bun.Glob('*.ts').scanSync({ cwd: root })].filter((file) => !/\.test\.ts$|^test-/.test(file))
    const names = files.map((file) => file.slice(0, -3)).sort()
    const listed = Object.keys(MODULES)
      .filter((path) => path.startsWith(`${folder}/`) && !path.slice(folder.length + 1).includes('/'))
      .map((path) => path.slice(folder.length + 1))
    expect({ folder, names }).toEqual({ folder, names: [...listed, ...others].sort() })
  }
})

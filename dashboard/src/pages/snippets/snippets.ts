/** A chat request as a program in several languages, with the reader's URL, key and model. */

import { quote } from '../../app/view-code.ts'

export const SNIPPET_LANGUAGES = [
  { name: 'curl', label: 'curl' },
  { name: 'typescript', label: 'TypeScript' },
  { name: 'python', label: 'Python' },
  { name: 'openai', label: 'OpenAI SDK' },
  { name: 'go', label: 'Go' },
  { name: 'java', label: 'Java' },
  { name: 'langchain', label: 'LangChain' },
  { name: 'vercel', label: 'Vercel AI' },
] as const

export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number]['name']

export type SnippetRequest = {
  readonly origin: string
  /** The gateway key; null if it is not known, because a key is shown only once. */
  readonly key: string | null
  readonly model: string
  /** Selects the provider if the model does not name a virtual key. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** The caller's own provider key, sent as a bearer token. */
  readonly providerKey?: string | null
}

export type Snippet = {
  readonly code: string
  /** How to install packages and run it. */
  readonly run: string
}

/** Replaced by the reader; the first line of the program or its title says where a key is created. */
const KEY_PLACEHOLDER = 'YOUR_GATEWAY_KEY'

export function bodyOf(model: string) {
  return { model, messages: [{ role: 'user', content: 'Hello' }] }
}

export function snippet(language: SnippetLanguage, request: SnippetRequest): Snippet {
  const { run, comment, write } = LANGUAGES[language]
  const where = `Create a key: ${request.origin}/api-keys?new=1`
  const program = write(partsOf(request))
  if (request.key !== null) return { code: program.join('\n'), run }
  if (comment === null) return { code: program.join('\n'), run: `${run}. ${where}` }
  return { code: [`${comment} ${where}`, ...program].join('\n'), run }
}

type Parts = {
  readonly base: string
  readonly url: string
  readonly model: string
  /** For plain HTTP: the gateway key, the provider and the provider key. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  /** For clients of OpenAI's API, which send one key as a bearer token. */
  readonly bearer: string
  /** Sent in addition to the bearer token. */
  readonly more: readonly (readonly [string, string])[]
}

function partsOf({ origin, key, model, headers = [], providerKey = null }: SnippetRequest): Parts {
  const gatewayKey = key ?? KEY_PLACEHOLDER
  const own = ['x-gateway-api-key', gatewayKey] as const
  const base = `${origin}/v1`
  return {
    base,
    url: `${base}/chat/completions`,
    model,
    headers: [
      own,
      ...headers,
      ...(providerKey === null ? [] : [['Authorization', `Bearer ${providerKey}`] as const]),
      ['Content-Type', 'application/json'],
    ],
    body: JSON.stringify(bodyOf(model)),
    bearer: providerKey ?? gatewayKey,
    more: providerKey === null ? headers : [own, ...headers],
  }
}

type Language = {
  readonly run: string
  /** Null for a shell: an interactive zsh runs `#` as a command. */
  readonly comment: string | null
  readonly write: (parts: Parts) => readonly string[]
}

const text = (value: string) => JSON.stringify(value)

const LANGUAGES: Readonly<Record<SnippetLanguage, Language>> = {
  curl: {
    run: 'Paste into a shell',
    comment: null,
    write: ({ url, headers, body }) => [
      [`curl ${url}`, ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`), `-d ${quote(body)}`].join(
        ' \\\n  ',
      ),
    ],
  },
  typescript: {
    run: 'node chat.mjs (Node.js 20 or later)',
    comment: '//',
    write: ({ url, headers, body }) => [
      `const response = await fetch(${text(url)}, {`,
      "  method: 'POST',",
      '  headers: {',
      ...headers.map(([name, value]) => `    ${text(name)}: ${text(value)},`),
      '  },',
      `  body: JSON.stringify(${body}),`,
      '})',
      'console.log(JSON.stringify(await response.json(), null, 2))',
    ],
  },
  python: {
    run: 'python3 chat.py',
    comment: '#',
    write: ({ url, headers, body }) => [
      'import json, urllib.request',
      '',
      'request = urllib.request.Request(',
      `    ${text(url)},`,
      '    headers={',
      ...headers.map(([name, value]) => `        ${text(name)}: ${text(value)},`),
      '    },',
      `    data=json.dumps(${body}).encode(),`,
      ')',
      'print(json.load(urllib.request.urlopen(request)))',
    ],
  },
  openai: {
    run: 'npm install openai, then node chat.mjs',
    comment: '//',
    // One option per line: apps that already use the package change only the URL and the headers.
    write: ({ base, bearer, more, body }) => [
      "import OpenAI from 'openai'",
      '',
      'const client = new OpenAI({',
      `  baseURL: '${base}',`,
      `  apiKey: ${text(bearer)},`,
      ...(more.length === 0 ? [] : [`  defaultHeaders: ${objectText(more)},`]),
      '})',
      `const answer = await client.chat.completions.create(${body})`,
      'console.log(answer.choices[0].message.content)',
    ],
  },
  go: {
    run: 'go run chat.go',
    comment: '//',
    write: ({ url, headers, body }) => [
      'package main',
      '',
      'import (',
      '\t"fmt"',
      '\t"io"',
      '\t"net/http"',
      '\t"strings"',
      ')',
      '',
      'func main() {',
      `\tbody := strings.NewReader(${text(body)})`,
      `\trequest, err := http.NewRequest("POST", ${text(url)}, body)`,
      '\tif err != nil {',
      '\t\tpanic(err)',
      '\t}',
      ...headers.map(([name, value]) => `\trequest.Header.Set(${text(name)}, ${text(value)})`),
      '\tresponse, err := http.DefaultClient.Do(request)',
      '\tif err != nil {',
      '\t\tpanic(err)',
      '\t}',
      '\tdefer response.Body.Close()',
      '\tanswer, err := io.ReadAll(response.Body)',
      '\tif err != nil {',
      '\t\tpanic(err)',
      '\t}',
      '\tfmt.Println(string(answer))',
      '}',
    ],
  },
  java: {
    run: 'java Chat.java (Java 17 or later)',
    comment: '//',
    write: ({ url, headers, body }) => [
      'import java.net.URI;',
      'import java.net.http.HttpClient;',
      'import java.net.http.HttpRequest;',
      'import java.net.http.HttpResponse;',
      '',
      'public class Chat {',
      '  public static void main(String[] args) throws Exception {',
      `    HttpRequest request = HttpRequest.newBuilder(URI.create(${text(url)}))`,
      ...headers.map(([name, value]) => `        .header(${text(name)}, ${text(value)})`),
      `        .POST(HttpRequest.BodyPublishers.ofString(${text(body)}))`,
      '        .build();',
      '    HttpResponse<String> response =',
      '        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
      '    System.out.println(response.body());',
      '  }',
      '}',
    ],
  },
  langchain: {
    run: 'pip install langchain-openai, then python3 chat.py',
    comment: '#',
    write: ({ base, bearer, more, model }) => [
      'from langchain_openai import ChatOpenAI',
      '',
      'llm = ChatOpenAI(',
      `    base_url=${text(base)},`,
      `    api_key=${text(bearer)},`,
      `    model=${text(model)},`,
      ...(more.length === 0 ? [] : [`    default_headers=${objectText(more)},`]),
      ')',
      'print(llm.invoke("Hello").content)',
    ],
  },
  vercel: {
    run: 'npm install ai @ai-sdk/openai, then node chat.mjs',
    comment: '//',
    write: ({ base, bearer, more, model }) => [
      "import { createOpenAI } from '@ai-sdk/openai'",
      "import { generateText } from 'ai'",
      '',
      'const gateway = createOpenAI({',
      `  baseURL: ${text(base)},`,
      `  apiKey: ${text(bearer)},`,
      ...(more.length === 0 ? [] : [`  headers: ${objectText(more)},`]),
      '})',
      `const answer = await generateText({ model: gateway.chat(${text(model)}), prompt: 'Hello' })`,
      'console.log(answer.text)',
    ],
  },
}

/** The same text is an object in JavaScript and a dictionary in Python. */
function objectText(pairs: readonly (readonly [string, string])[]): string {
  return `{ ${pairs.map(([name, value]) => `${text(name)}: ${text(value)}`).join(', ')} }`
}

import { expect, test } from 'bun:test'
import { partOf } from '../../../../../tests/harness/property-runs.ts'
import { DEFAULT_ACTIONS } from '../../../core/guardrails/guardrails.ts'
import type { JsonObject } from '../../../core/json.ts'
import { compileGuardrail } from '../../../guardrails/compile-guardrail.ts'
import type { Guardrail } from '../../../guardrails/guardrail.ts'
import { readGuarded, SAMPLES } from './test-streams.ts'

/** Texts with something that a check finds, at the start, in the middle and at the end, and texts that only look like it. */
const CORPUS = [
  'Write to ada.lovelace+x@mail.example.co.uk today.',
  'ada@example.org',
  'Not an address: ada @ example, nor a@b.',
  'My card is 4111 1111 1111 1111, valid.',
  'A number like 4111 1111 1111 1112 is no card.',
  'IBAN DE89 3704 0044 0532 0130 00 please',
  'Call +49 170 1234567 or +1 (212) 555-0123!',
  'Server 192.168.10.254 and 2001:db8::8a2e:370:7334.',
  'Version 1.2.3 of 10.2024 has 12 parts.',
  'key sk-proj-Abc123Def456Ghi789Jkl012Mno345Pqr678Stu901Vwx234 ok',
  'AKIAIOSFODNN7EXAMPLE',
  'password = "correct-horse-battery-9"; next',
  'the forbidden fruit, and FORBIDDEN  words',
  'nothing but plain words: forbid den fruits 😀 naïve',
  'xx secret-code 12 secret-code12 secret-code 1',
]

const PII = { id: 'default.pii', parameters: { action: 'detect' } }
const SECRETS = { id: 'default.secrets', parameters: { action: 'detect' } }
const PATTERN = {
  id: 'default.regexMatch',
  parameters: { rule: '(?i)\\bforbidden\\s+\\w+|secret-code ?\\d+', not: true },
}
const WORDS = {
  id: 'default.contains',
  parameters: { words: ['secret-code1', 'plain word', 'example'], operator: 'none' },
}
const CHECKS: readonly { readonly id: string; readonly parameters: JsonObject }[] = [PII, SECRETS, PATTERN, WORDS]
const CHANGES: readonly { readonly id: string; readonly parameters: JsonObject }[] = [
  { id: 'default.pii', parameters: { action: 'redact' } },
  { id: 'default.secrets', parameters: { action: 'redact' } },
  { id: 'default.regexReplace', parameters: { rule: '(?i)forbidden', redactText: '' } },
  { id: 'default.regexReplace', parameters: { rule: '[a-z]+-code', redactText: 'secret-code' } },
]

function compiled(checks: typeof CHECKS, deny: boolean): Guardrail {
  const specs = checks.map((check) => ({ ...check, isEnabled: true }))
  const spec = {
    id: 'g',
    versionId: null,
    source: 'config',
    checks: specs,
    actions: { ...DEFAULT_ACTIONS, deny },
  } as const
  return compileGuardrail(spec, (path, reason) => {
    throw new Error(`${path}: ${reason}`)
  })
}

/** Two pieces at every place, and single characters. */
function splits(text: string, turn: number): string[][] {
  const places = partOf([...Array(text.length).keys()].slice(1), turn)
  return [...places.map((place) => [text.slice(0, place), text.slice(place)]), [...text]]
}

/** The part of a text before the first finding of any check. */
function allowedPart(text: string, { checks }: Guardrail): string | null {
  const starts = checks.flatMap((check) => (check.kind === 'spans' ? (check.find(text, 0)[0]?.start ?? []) : []))
  return starts.length === 0 ? null : text.slice(0, Math.min(...starts))
}

/** One chunk for each event. */
function* chunks(stream: string): Generator<Uint8Array> {
  for (const event of stream.split(/(?<=\r\n\r\n|\n\n|\r\n,\r\n)/)) yield Buffer.from(event)
}

test.each(SAMPLES.map((sample, turn) => [sample.name, sample, turn] as const))(
  '%s: every split of every text has the same verdict and the same changes, and nothing denied leaves',
  async (_name, { format, stream, read }, turn) => {
    const denying = compiled(CHECKS, true)
    const changing = compiled(CHANGES, false)
    let denied = 0
    for (const [index, text] of CORPUS.entries()) {
      const allowed = allowedPart(text, denying)
      const expected = read((await readGuarded(format, chunks(stream([text])), [changing])).sent).text
      if (allowed !== null) denied++
      for (const pieces of splits(text, turn + index)) {
        const result = await readGuarded(format, chunks(stream(pieces)), [denying])
        expect([text, result.isDenied]).toEqual([text, allowed !== null])
        if (allowed !== null && result.sent !== '') {
          const left = read(result.sent.startsWith('[') ? result.sent.replace(/\s*,?\s*$/, ']') : result.sent).text
          expect(allowed.startsWith(left)).toBe(true)
        }
        const changed = await readGuarded(format, chunks(stream(pieces)), [changing])
        expect(read(changed.sent).text).toBe(expected)
      }
    }
    expect(denied).toBeGreaterThan(CORPUS.length / 2)
  },
)

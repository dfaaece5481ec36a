import { expect, test } from 'bun:test'
import schemaFile from '../../../../../contract/config.schema.json'
import { TEMPLATES } from '../templates.ts'
import { checkSchema } from './check-schema.ts'
import { complete, hoverAt } from './complete.ts'
import type { Schema } from './config-schema.ts'
import { pathText } from './json-paths.ts'
import { readJson } from './json-tree.ts'
import { applyEdits } from './problem.ts'
import { withFixes } from './quick-fixes.ts'

const schema = schemaFile as unknown as Schema
const NAMES = { virtualKeys: ['openai-main'], prompts: [] }

function problemsOf(text: string) {
  const { root } = readJson(text)
  return checkSchema(root, schema).map((problem) => withFixes(problem, { text, root, schema }))
}

/** Applies the first fix of the first problem. */
function repaired(text: string): unknown {
  const fix = problemsOf(text)[0]?.fixes[0]
  if (!fix || !('edits' in fix)) throw new Error(`no repair for ${text}`)
  return JSON.parse(applyEdits(text, fix.edits))
}

/** `|` is the cursor. */
function offered(marked: string): string[] {
  const offset = marked.indexOf('|')
  const found = complete(marked.replace('|', ''), offset, schema, NAMES)
  return found?.options.map((option) => option.label) ?? []
}

test('every template passes the schema', () => {
  for (const { config } of TEMPLATES) expect(problemsOf(JSON.stringify(config, null, 2))).toEqual([])
})

test('problems name their path and what is expected', () => {
  const text = '{"strategy": {"mode": "fallbak"}, "targets": [{"retry": {"attemps": 2}}], "cache": "simple"}'
  expect(problemsOf(text).map(({ path, message }) => `${pathText(path)} ${message}`)).toEqual([
    'strategy.mode expected "loadbalance" | "fallback" | "conditional" | "single", got "fallbak". Did you mean “fallback”?',
    'targets[0].retry.attemps unknown key “attemps”. Did you mean “attempts”?',
    'targets[0].retry.attempts required: whole number, at least 0.',
  ])
  expect(problemsOf('{"requestTimeout": 5, "azure_resource_name": "x"}')).toEqual([])
  expect(problemsOf('{"on_status_codes": [429, "5xx", 999]}')[0]?.path).toEqual(['on_status_codes', 2])
})

test('obvious repairs are right and touch nothing else', () => {
  expect(repaired('{"strategy": {"mode": "fallbak"}}')).toEqual({ strategy: { mode: 'fallback' } })
  expect(repaired('{"retry": {"attempts": "3"}}')).toEqual({ retry: { attempts: 3 } })
  expect(repaired('{"retyr": {"attempts": 1}}')).toEqual({ retry: { attempts: 1 } })
  expect(repaired('{\n  "cb_config": {"failure_threshold": 2, "cooldown_interval": 500}\n}')).toEqual({
    cb_config: { failure_threshold: 2, cooldown_interval: 30_000 },
  })
  expect(repaired('{"cb_config": {"failure_threshold": 2}}')).toEqual({
    cb_config: { failure_threshold: 2, cooldown_interval: 30_000 },
  })
  expect(repaired('{"on_status_codes": 429}')).toEqual({ on_status_codes: [429] })
})

test('a strategy without targets is wrapped, targets without a strategy get one', () => {
  const ground = (text: string) => ({ text, root: readJson(text).root, schema })
  const said = { from: 0, to: 1, severity: 'error' as const, message: 'required', fixes: [] }
  const after = (text: string, path: string[]) => {
    const fix = withFixes({ ...said, path }, ground(text)).fixes[0]
    return fix && 'edits' in fix ? JSON.parse(applyEdits(text, fix.edits)) : null
  }
  expect(after('{"strategy": {"mode": "fallback"}, "provider": "mock"}', ['targets'])).toEqual({
    strategy: { mode: 'fallback' },
    targets: [{ provider: 'mock' }],
  })
  expect(after('{"targets": [{"provider": "mock"}]}', ['strategy'])).toEqual({
    targets: [{ provider: 'mock' }],
    strategy: { mode: 'fallback' },
  })
})

test('completion offers keys, values, existing virtual keys and target names', () => {
  expect(offered('{"retry": {"|"}}')).toEqual(['attempts', 'on_status_codes', 'use_retry_after_headers'])
  expect(offered('{"retry": {"attempts": 1, "|"}}')).not.toContain('attempts')
  expect(offered('{"strategy": {"mode": "|"}}')).toContain('"fallback"')
  expect(offered('{"targets": [{"virtual_key": "|"}]}')).toEqual(['"openai-main"'])
  expect(offered('{"provider": "|"}')).toContain('"@openai-main"')
  expect(offered('{"targets": [{|}]}')).toContain('provider')
  expect(
    offered('{"strategy": {"mode": "conditional", "default": "|"}, "targets": [{"name": "a"}, {"name": "b"}]}'),
  ).toEqual(['"a"', '"b"'])
  expect(offered('{"override_params": {"|"}}')).toEqual([])
})

test('a completed name brings a value that is valid so far', () => {
  const found = complete('{"c"}', 3, schema, NAMES)
  const option = found?.options.find((one) => one.label === 'cb_config')
  const text = found && option ? '{'.concat(option.apply, '}') : ''
  expect(JSON.parse(text)).toEqual({ cb_config: { failure_threshold: 1, cooldown_interval: 30_000 } })
})

test('a hover shows the meaning and type of a key', () => {
  const text = '{"targets": [{"request_timeout": 5}]}'
  const hover = hoverAt(text, text.indexOf('request_timeout') + 2, schema)
  expect(hover?.title).toBe('request_timeout')
  expect(hover?.text).toContain('Milliseconds an attempt may take.')
  expect(hover?.text).toContain('whole number, at least 1')
})

/** JSON as a tree that expands level by level; long lists and texts are truncated. */

import { useState } from 'preact/hooks'
import { Button } from '../controls/button.tsx'

const MAX_MEMBERS = 100
const MAX_CHARACTERS = 4_000
const OPEN_LEVELS = 2

export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
    <section class="json-view" aria-label={label} tabIndex={0}>
      <Node name={null} value={value} level={0} />
    </section>
  )
}

type NodeProps = { readonly name: string | null; readonly value: unknown; readonly level: number }

function Node({ name, value, level }: NodeProps) {
  if (typeof value === 'object' && value !== null) return <Branch name={name} value={value} level={level} />
  return (
    <div class="json-row">
      <Name name={name} />
      <Leaf value={value} />
    </div>
  )
}

function Branch({ name, value, level }: NodeProps & { readonly value: object }) {
  const [isOpen, setOpen] = useState(level < OPEN_LEVELS)
  const [most, setMost] = useState(MAX_MEMBERS)
  const isList = Array.isArray(value)
  const members = Object.entries(value)
  const [opening, closing] = isList ? ['[', ']'] : ['{', '}']
  if (members.length === 0) {
    return (
      <div class="json-row">
        <Name name={name} />
        {opening}
        {closing}
      </div>
    )
  }
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Name name={name} />
        {opening}
        {!isOpen && ` … ${closing} ${members.length} ${isList ? 'items' : 'members'}`}
      </summary>
      {isOpen && (
        <div>
          {members.slice(0, most).map(([key, member]) => (
            <Node key={key} name={isList ? null : key} value={member} level={level + 1} />
          ))}
          {members.length > most && (
            <Button size="small" kind="quiet" onClick={() => setMost(most + 10 * MAX_MEMBERS)}>
              {`${members.length - most} more`}
            </Button>
          )}
        </div>
      )}
      {isOpen && <div class="json-row">{closing}</div>}
    </details>
  )
}

function Name({ name }: { readonly name: string | null }) {
  return name === null ? null : <span class="json-name">{JSON.stringify(name)}: </span>
}

function Leaf({ value }: { readonly value: unknown }) {
  const [isWhole, setWhole] = useState(false)
  if (typeof value === 'number') return <span class="json-number">{String(value)}</span>
  if (typeof value !== 'string') return <span class="json-word">{String(value)}</span>
  if (isWhole || value.length <= MAX_CHARACTERS) return <span class="json-string">{JSON.stringify(value)}</span>
  return (
    <>
      <span class="json-string">{JSON.stringify(value.slice(0, MAX_CHARACTERS))}</span>
      <Button size="small" kind="quiet" onClick={() => setWhole(true)}>
        {`all ${value.length.toLocaleString()} characters`}
      </Button>
    </>
  )
}

/** Text to copy: a command, a program, a body. Always rendered as text, never as markup. */

import type { ComponentChildren } from 'preact'
import { CopyButton } from '../controls/copy-button.tsx'

type CodeBlockProps = {
  readonly code: string
  /** Shown on the left of the title bar. */
  readonly title?: ComponentChildren
  readonly wrap?: boolean
  /** Copied instead of the displayed text, for secrets that are shown truncated. */
  readonly copied?: string
}

export function CodeBlock({ code, title, wrap, copied }: CodeBlockProps) {
  return (
    <div class={`code-block${wrap ? ' code-block-wrap' : ''}`}>
      <div class="code-block-bar">
        <span>{title}</span>
        <CopyButton text={copied ?? code} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard. */}
      <pre tabIndex={0}>{code}</pre>
    </div>
  )
}

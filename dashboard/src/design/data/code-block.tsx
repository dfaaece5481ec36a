/** Text to be copied: a command, a program, a body. Always text, whatever it contains. */

import type { ComponentChildren } from 'preact'
import { CopyButton } from '../controls/copy-button.tsx'

type CodeBlockProps = {
  readonly code: string
  /** What it is, on the left of the bar. */
  readonly title?: ComponentChildren
  readonly wrap?: boolean
  /** Copied instead of what is shown, for secrets shown shortened. */
  readonly copied?: string
}

export function CodeBlock({ code, title, wrap, copied }: CodeBlockProps) {
  return (
    <div class={`code-block${wrap ? ' code-block-wrap' : ''}`}>
      <div class="code-block-bar">
        <span>{title}</span>
        <CopyButton text={copied ?? code} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0}>{code}</pre>
    </div>
  )
}

/** The Gatehouse logo and name. */

export function Mark() {
  return (
    <a class="mark" href="/overview" aria-label="Gatehouse, overview">
      <svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6">
        <path d="M2 18V6l3-2.5L8 6v2.5h4V6l3-2.5L18 6v12M7 18v-4.5a3 3 0 0 1 6 0V18M1 18h18" />
      </svg>
      <span class="mark-words">Gatehouse</span>
    </a>
  )
}

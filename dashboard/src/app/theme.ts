/** The theme: light, dark or system. Stored in this browser and applied without a reload. */

import { signal } from '@preact/signals'

export type Theme = 'system' | 'light' | 'dark'

const KEPT = 'gatehouse.theme'
const THEMES: readonly Theme[] = ['system', 'light', 'dark']

export const theme = signal<Theme>(THEMES.find((one) => one === localStorage.getItem(KEPT)) ?? 'system')

export function chooseTheme(chosen: Theme): void {
  localStorage.setItem(KEPT, chosen)
  theme.value = chosen
  applyTheme()
}

function applyTheme(): void {
  const isDark =
    theme.value === 'dark' || (theme.value === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
}

/** Call once. The inline script in the head sets the first theme; this follows later system changes. */
export function followSystemTheme(): void {
  applyTheme()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme)
}

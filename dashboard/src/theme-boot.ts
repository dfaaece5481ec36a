/** Runs in the head before any style is drawn, so that the first paint already has the right colours. */

const kept = localStorage.getItem('gatehouse.theme')
const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'

/** Runs in the head before the first paint, so that it already has the right theme. */

const kept = localStorage.getItem('gatehouse.theme')
const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'

/** Sets the theme before the first paint; runs as an inline script in the head. */

const kept = localStorage.getItem('gatehouse.theme')
const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'

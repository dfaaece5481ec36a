/** Icons as paths on a 16 px grid. They are decorative: a text label always accompanies them. */

const PATHS = {
  overview: 'M2 9l6-6 6 6M4 7.5V14h8V7.5',
  logs: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  traces: 'M2 3.5h6M5 8h7M8 12.5h6',
  analytics: 'M2 14h12M4 11V7M8 11V3M12 11V5',
  alerts: 'M4 11.5V7a4 4 0 0 1 8 0v4.5M2.5 11.5h11M6.5 14h3',
  exports: 'M8 2v8m-3-3 3 3 3-3M3 13.5h10',
  playground: 'M4 2.5v11l9-5.5z',
  prompts: 'M2.5 3h11v8h-6l-3 3v-3h-2z',
  configs: 'M3 8h3m0 0 3-4h4M6 8l3 4h4',
  'virtual-keys': 'M8 2l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6V4z',
  guardrails: 'M2 4.5h12M2 10.5h12M4 2v11.5M8 2v11.5M12 2v11.5',
  'api-keys': 'M9.5 6.5a3.5 3.5 0 1 0-2 3.1L9 11h2v2h3v-2.5z',
  members:
    'M5.5 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM1.5 13.5c0-3 8-3 8 0M11 3a2.2 2.2 0 0 1 0 4.3M12 9.6c1.6.4 2.5 1.9 2.5 3.9',
  workspaces: 'M2 2.5h5v5H2zM9 2.5h5v5H9zM2 9.5h5v4H2zM9 9.5h5v4H9z',
  users: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 14c0-4 11-4 11 0',
  'admin-keys': 'M4 7V5a4 4 0 0 1 8 0v2M3 7h10v7H3zM8 10v1.5',
  'audit-log': 'M4 2h8v12H4zM6 5h4M6 8h4M6 11h2',
  settings: 'M2 4.5h7m4 0h1M2 11.5h1m4 0h7M11 6.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM5 13.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  health: 'M1.5 8.5h3l2-5 3 9 2-4h3',
  docs: 'M3 2.5h6l4 4v7H3zM9 2.5v4h4',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5 14 14',
  help: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM6.3 6.3c.2-2.2 3.4-2 3.4 0 0 1.3-1.7 1.3-1.7 2.6M8 11.2v.1',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1',
  moon: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z',
  code: 'M5 4 1.5 8 5 12M11 4l3.5 4L11 12',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  down: 'M4 6l4 4 4-4',
  right: 'M6 4l4 4-4 4',
  left: 'M10 4 6 8l4 4',
  plus: 'M8 3v10M3 8h10',
  more: 'M3 8h.1M8 8h.1M13 8h.1',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  refresh: 'M13.5 8a5.5 5.5 0 1 1-1.6-3.9L13.5 5.7M13.5 2v3.7H9.8',
  trash: 'M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.5 9h6l.5-9',
  edit: 'M3 13l.7-3L11 2.7 13.3 5 6 12.3z',
  warning: 'M8 2.5 14.5 13.5h-13zM8 6.5v3M8 11.5v.1',
  welcome: 'M2.5 8h8m-3-3 3 3-3 3M10 2.5h3.5v11H10',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}

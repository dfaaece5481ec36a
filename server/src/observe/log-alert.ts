/** One line on the terminal for each budget that passed its alert threshold. */

/** Figures and names only: whoever reads the terminal sees no request. */
export function logAlert(alert: Readonly<Record<string, unknown>>): void {
  console.error(JSON.stringify({ level: 'warn', time: new Date().toISOString(), event: 'budget_alert', ...alert }))
}

/** Server-sent events as text. */

export function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

export function data(value: object | '[DONE]'): string {
  return `data: ${value === '[DONE]' ? value : JSON.stringify(value)}\n\n`
}

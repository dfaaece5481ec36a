/** The command that compares two gateways. */

import type { CommandSpec, FlagSpec } from '../command.ts'

const side = (name: 'old' | 'new'): Readonly<Record<string, FlagSpec>> => ({
  [name]: { value: 'URL', about: `URL of the ${name} gateway.` },
  [`${name}-kind`]: {
    value: 'KIND',
    choices: ['gatehouse', 'portkey', 'litellm', 'openai'],
    about: 'How it takes the key and routing headers. Default: gatehouse.',
  },
  [`${name}-key-env`]: { value: 'NAME', about: `Environment variable with the key of the ${name} gateway.` },
  [`${name}-key-file`]: { value: 'FILE', about: 'File with the key.' },
  [`${name}-header`]: {
    value: 'NAME=VALUE',
    about: 'Header of every request, such as x-gateway-config=pc-a.',
    isMany: true,
  },
})

export const COMPARE_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'compare',
    about: 'Send recorded requests to an old and a new gateway and report differences.',
    examples: [
      'gatehouse compare traffic.jsonl --old https://old.example --old-kind portkey --old-key-env OLD_KEY --new http://127.0.0.1:8787 --new-key-env NEW_KEY',
      'gatehouse compare --last 200 --old http://127.0.0.1:8787 --old-key-env OLD_KEY --new http://127.0.0.1:8788 --new-key-env NEW_KEY --max-cost 2',
    ],
    operands: [
      {
        name: 'FILE',
        about:
          'JSON lines: a log export with request_url and request, or {"path", "headers", "body"}. - is standard input.',
        isOptional: true,
      },
    ],
    isRemote: true,
    flags: {
      last: { value: 'N', about: 'Use the last N logs of the gateway at --url instead of a file.' },
      ...side('old'),
      ...side('new'),
      ignore: { value: 'PATH', about: 'Ignore this path of bodies, such as choices[].finish_reason.', isMany: true },
      'ignore-text': { about: 'Ignore generated text also at temperature 0.' },
      'cost-tolerance': { value: 'PERCENT', about: 'Allowed difference of the cost of a request. Default: 1.' },
      'max-latency-ratio': {
        value: 'N',
        about: 'Exit with 1 if p50 or p95 of the new gateway exceed N times the old.',
      },
      limit: { value: 'N', about: 'Send at most N requests to each gateway. Default: 100.' },
      'max-cost': { value: 'USD', about: 'Stop before both gateways together cost more.' },
      concurrency: { value: 'N', about: 'Requests at the same time, up to 64. Default: 4.' },
      rate: { value: 'N', about: 'Requests per second to each gateway. Default: 5.' },
      timeout: { value: 'SECONDS', about: 'Time limit of one response. Default: 600.' },
      to: { value: 'FILE', about: 'Write results to FILE. If it exists, the run continues where it stopped.' },
    },
    notes: () => [
      'This sends real requests to both gateways, which are billed.',
      'Generated text is compared only at temperature 0. Ids and times are never compared.',
      'Exit code 0: no differences; 1: differences, or stopped by --max-cost; 3: a gateway is unreachable.',
    ],
    load: async () => (await import('../commands/compare/compare.ts')).compare,
  },
]

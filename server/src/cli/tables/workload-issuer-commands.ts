/** Commands for workload issuers. */

import type { CommandSpec, FlagSpec } from '../command.ts'

const ISSUER = { name: 'ISSUER', about: 'Name or ID of the workload issuer.' }

const FLAGS: Readonly<Record<string, FlagSpec>> = {
  issuer: { value: 'ISS', about: 'The claim iss of its tokens.' },
  'jwks-url': { value: 'URL', about: 'URL of its public keys. Default: found by discovery at the issuer.' },
  'jwks-file': { value: 'FILE', about: 'File with its public keys (JWKS). - reads standard input.' },
  audience: { value: 'AUD', about: 'Audience that tokens must name.', isMany: true },
  algorithm: { value: 'ALG', about: 'Accepted signature algorithm. Default: RS256 and ES256.', isMany: true },
  'max-lifetime': { value: 'SECONDS', about: 'Longest accepted lifetime of a token. Default: 86400.' },
  claim: { value: 'CLAIM=VALUE', about: 'Required claim; VALUE may end with *. Repeat it for more.', isMany: true },
  'subject-claim': { value: 'CLAIM', about: 'Claim that names the caller. Default: sub.' },
  'workspace-claim': { value: 'CLAIM', about: 'Claim with the ID or slug of the workspace.' },
  scope: { value: 'SCOPE', about: 'What tokens may do. Default: completions.write.', isMany: true },
  'scope-claim': { value: 'CLAIM', about: 'Claim that narrows the scopes.' },
  metadata: { value: 'LABEL=CLAIM', about: 'Metadata label taken from a claim.', isMany: true },
}

const issuers = () => import('../commands/workload-issuers/workload-issuers.ts')

export const WORKLOAD_ISSUER_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'workload-issuers list',
    about: 'List the issuers whose JWTs callers can send instead of a gateway key.',
    examples: ['gatehouse workload-issuers list', 'gatehouse workload-issuers list --json'],
    isRemote: true,
    load: async () => (await issuers()).listIssuers,
  },
  {
    name: 'workload-issuers create',
    about: 'Create a workload issuer.',
    examples: [
      'gatehouse workload-issuers create "GitHub" --issuer https://token.actions.githubusercontent.com --audience gatehouse --claim "repository=acme/*" --claim ref=refs/heads/main',
      'gatehouse workload-issuers create "Cluster" --issuer https://kubernetes.default.svc.cluster.local --jwks-file jwks.json --audience gatehouse --claim "sub=system:serviceaccount:prod:*"',
    ],
    operands: [{ name: 'NAME', about: 'Name of the workload issuer.' }],
    isRemote: true,
    flags: { ...FLAGS, disabled: { about: 'Accept no tokens yet.' } },
    load: async () => (await issuers()).createIssuer,
  },
  {
    name: 'workload-issuers update',
    about: 'Change a workload issuer. Settings without a flag stay as they are.',
    examples: [
      'gatehouse workload-issuers update "GitHub" --claim "repository=acme/*" --claim "repository=acme-labs/*"',
      'gatehouse workload-issuers update "Cluster" --disable',
    ],
    operands: [ISSUER],
    isRemote: true,
    flags: {
      name: { value: 'TEXT', about: 'New name.' },
      ...FLAGS,
      enable: { about: 'Accept its tokens.' },
      disable: { about: 'Refuse its tokens.' },
    },
    notes: () => ['--claim, --audience, --scope and --metadata replace all earlier values of their setting.'],
    load: async () => (await issuers()).updateIssuer,
  },
  {
    name: 'workload-issuers delete',
    about: 'Delete a workload issuer. Its tokens are refused from then on.',
    examples: ['gatehouse workload-issuers delete "GitHub"', 'gatehouse workload-issuers delete "GitHub" --yes'],
    operands: [ISSUER],
    isRemote: true,
    flags: { yes: { about: 'Skip the confirmation; required without a terminal.' } },
    load: async () => (await issuers()).deleteIssuer,
  },
  {
    name: 'workload-issuers subjects',
    about: 'List the subjects whose tokens were used last.',
    examples: ['gatehouse workload-issuers subjects "GitHub"', 'gatehouse workload-issuers subjects "GitHub" --json'],
    operands: [ISSUER],
    isRemote: true,
    load: async () => (await issuers()).listSubjects,
  },
  {
    name: 'workload-issuers revoke',
    about: 'Refuse one token by its jti, or all tokens of a subject.',
    examples: [
      'gatehouse workload-issuers revoke "Cluster" --subject system:serviceaccount:prod:api --reason "key leaked"',
      'gatehouse workload-issuers revoke "GitHub" --jti 0f2b7a4e-61c5-4d06-9a0f-6f0f4c2d9f11',
    ],
    operands: [ISSUER],
    isRemote: true,
    flags: {
      jti: { value: 'JTI', about: 'The claim jti of the token.' },
      subject: { value: 'SUBJECT', about: 'The subject, as logs show it in _workload_subject.' },
      reason: { value: 'TEXT', about: 'Shown in the list and in the audit log.' },
    },
    load: async () => (await issuers()).revokeTokens,
  },
  {
    name: 'workload-issuers revocations',
    about: 'List the revoked tokens and subjects of a workload issuer.',
    examples: [
      'gatehouse workload-issuers revocations "GitHub"',
      'gatehouse workload-issuers revocations "GitHub" --json',
    ],
    operands: [ISSUER],
    isRemote: true,
    load: async () => (await issuers()).listRevocations,
  },
  {
    name: 'workload-issuers unrevoke',
    about: 'Delete a revocation, so that its tokens are accepted again.',
    examples: [
      'gatehouse workload-issuers unrevoke "GitHub" 3f0c8f1e-5d0e-4f43-9f58-0d6a0f0f2a11',
      'gatehouse workload-issuers unrevoke "GitHub" 3f0c8f1e-5d0e-4f43-9f58-0d6a0f0f2a11 --json',
    ],
    operands: [ISSUER, { name: 'ID', about: 'ID of the revocation.' }],
    isRemote: true,
    load: async () => (await issuers()).unrevokeTokens,
  },
]

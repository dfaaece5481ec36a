/** Port for the second factors of dashboard users: passkeys, one authenticator app (TOTP) and recovery codes. */

import type { SignInWay } from './sessions.ts'

export type Passkey = {
  /** Credential id, base64url. */
  readonly id: string
  readonly userId: string
  readonly name: string
  /** COSE key, base64url. */
  readonly publicKey: string
  /** Signature counter. Synced passkeys always report 0. */
  readonly counter: number
  readonly transports: readonly string[]
  /** Host name that the passkey was created for. */
  readonly rpId: string
  readonly createdAtMs: number
  readonly lastUsedAtMs: number | null
}

export type Totp = {
  readonly userId: string
  /** Encrypted by the vault. */
  readonly sealedSecret: string
  /** Time step of the last accepted code. Codes of this step and of earlier ones are refused. */
  readonly lastStep: number
  readonly createdAtMs: number
  readonly lastUsedAtMs: number | null
}

export type FactorCounts = {
  readonly passkeys: number
  readonly hasTotp: boolean
  readonly recoveryCodes: number
}

export const NO_FACTORS: FactorCounts = { passkeys: 0, hasTotp: false, recoveryCodes: 0 }

/** Server-side state between the requests of a sign-in, an enrolment or a confirmation. */
export type FactorChallenge = {
  /** Hash of the cookie or of the session, with the purpose. */
  readonly id: string
  /** Null for a passkey sign-in without a password, whose user is not known yet. */
  readonly userId: string | null
  /** The WebAuthn challenge, or the encrypted TOTP secret of an enrolment. */
  readonly secret: string | null
  readonly attempts: number
  readonly expiresAtMs: number
  /** How the user signed in before the second factor. Absent: with a password. */
  readonly signIn?: SignInWay
}

export interface SecondFactorStore {
  /** Oldest first. */
  passkeys(userId: string): Promise<readonly Passkey[]>
  findPasskey(id: string): Promise<Passkey | undefined>
  /** False if a passkey with this id exists. */
  insertPasskey(passkey: Passkey): Promise<boolean>
  /** False if the counter did not increase. 0 after 0 is accepted. */
  usePasskey(id: string, counter: number, atMs: number): Promise<boolean>
  /** False if the user has no such passkey. */
  renamePasskey(userId: string, id: string, name: string): Promise<boolean>
  removePasskey(userId: string, id: string): Promise<boolean>
  findTotp(userId: string): Promise<Totp | undefined>
  /** False if the user already has an authenticator app. */
  insertTotp(totp: Totp): Promise<boolean>
  /** False if a code of this or a later step was accepted before. */
  useTotp(userId: string, step: number, atMs: number): Promise<boolean>
  removeTotp(userId: string): Promise<boolean>
  replaceRecoveryCodes(userId: string, hashes: readonly string[]): Promise<void>
  /** False if the code does not exist or was used before. */
  useRecoveryCode(userId: string, hash: string): Promise<boolean>
  /** Users without any factor have no entry. */
  counts(userIds: readonly string[]): Promise<ReadonlyMap<string, FactorCounts>>
  /** Removes all factors, recovery codes and unfinished sign-ins of a user. */
  removeAll(userId: string): Promise<void>
  /** Replaces a challenge with the same id, and deletes expired challenges. */
  putChallenge(challenge: FactorChallenge, nowMs: number): Promise<void>
  findChallenge(id: string, nowMs: number): Promise<FactorChallenge | undefined>
  /** Counts one attempt. Undefined if the challenge does not exist, has expired, or had `most` attempts before. */
  tryChallenge(id: string, most: number, nowMs: number): Promise<FactorChallenge | undefined>
  setChallengeSecret(id: string, secret: string): Promise<void>
  /** Makes a WebAuthn challenge unusable. False if it was used before. */
  spendChallengeSecret(id: string, secret: string): Promise<boolean>
  /** Records the use of a challenge that was not stored when it was created. False if it was used before. */
  insertSpentChallenge(id: string, expiresAtMs: number, nowMs: number): Promise<boolean>
  /** False if it was removed before. */
  removeChallenge(id: string): Promise<boolean>
  /** When the user of a session last proved its identity again; null: not since the session started. */
  confirmedAtMs(sessionHash: string): Promise<number | null>
  confirm(sessionHash: string, atMs: number): Promise<void>
}

/** Codes of an authenticator app. */

export { totpCode } from '../../server/src/control/second-factors/totp.ts'

/** A service account key file with a generated key, for tests. */

import { exportPKCS8, exportSPKI, generateKeyPair } from 'jose'

const pair = await generateKeyPair('RS256', { extractable: true })

export const testPublicKey = await exportSPKI(pair.publicKey)

export async function testKeyFile(change: Readonly<Record<string, string>>): Promise<string> {
  return JSON.stringify({
    type: 'service_account',
    project_id: 'test-project',
    private_key_id: 'key-1',
    private_key: await exportPKCS8(pair.privateKey),
    client_email: 'robot@test-project.iam.gserviceaccount.com',
    ...change,
  })
}

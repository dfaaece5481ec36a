/** The OAuth clients that may start a device login. They are public clients: they have an id and no secret. */

export type DeviceClient = { readonly id: string; readonly name: string }

const CLIENTS: readonly DeviceClient[] = [
  { id: 'gatehouse-cli', name: 'Gatehouse command line' },
  { id: 'gatehouse-sdk', name: 'Program with the Gatehouse SDK' },
]

const BY_ID: ReadonlyMap<string, DeviceClient> = new Map(CLIENTS.map((client) => [client.id, client]))

export function findClient(id: string): DeviceClient | undefined {
  return BY_ID.get(id)
}

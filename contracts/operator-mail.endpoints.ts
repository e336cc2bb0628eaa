import { endpoint } from './endpoint.ts'
import type { operatorMailSchemas } from './operator-mail.schemas.ts'

const addresses = '/api/v1/operator/suppressed-addresses'

export const listSuppressedAddresses = endpoint<typeof operatorMailSchemas.listSuppressedAddresses>()({
  id: 'listSuppressedAddresses',
  method: 'GET',
  path: addresses,
  access: 'operator',
  permission: 'read.members',
})

/** An address is in no path: paths are logged. */
export const liftAddress = endpoint<typeof operatorMailSchemas.liftAddress>()({
  id: 'liftAddress',
  method: 'POST',
  path: `${addresses}/lifts`,
  access: 'operator',
  permission: 'mail.lift',
})

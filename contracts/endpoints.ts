import * as campaigns from './campaigns.ts'
import * as conversions from './conversions.ts'
import * as earnings from './earnings.ts'
import * as emailChange from './email-change.ts'
import * as emailLink from './email-link.ts'
import type { EndpointDefinition } from './endpoint.ts'
import * as enrolments from './enrolments.ts'
import * as exchange from './exchange.ts'
import * as identity from './identity.ts'
import * as openapi from './openapi.ts'
import * as password from './password.ts'
import * as sessions from './sessions.ts'
import * as users from './users.ts'
import * as wallet from './wallet.ts'

/** Every endpoint there is: what the server must bind, OpenAPI describes and the walk visits. */
export const endpoints: EndpointDefinition[] = [
  openapi,
  identity,
  password,
  emailLink,
  emailChange,
  sessions,
  users,
  campaigns,
  enrolments,
  conversions,
  earnings,
  wallet,
  exchange,
].flatMap((contract) => Object.values<unknown>(contract).filter(isEndpoint))

function isEndpoint(value: unknown): value is EndpointDefinition {
  return (
    typeof value === 'object' && value !== null && 'access' in value && 'path' in value && 'method' in value
  )
}

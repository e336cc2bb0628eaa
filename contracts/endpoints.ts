import * as accountSecurity from './account-security.ts'
import * as appeals from './appeals.ts'
import * as analytics from './analytics.ts'
import * as campaigns from './campaigns.ts'
import * as clickReviews from './click-reviews.ts'
import * as conversionClaims from './conversion-claims.ts'
import * as conversions from './conversions.ts'
import * as earnings from './earnings.ts'
import * as emailChange from './email-change.ts'
import * as emailLink from './email-link.ts'
import type { EndpointDefinition } from './endpoint.ts'
import * as enrolments from './enrolments.ts'
import * as exchange from './exchange.ts'
import * as friends from './friends.ts'
import * as gamification from './gamification.ts'
import * as identity from './identity.ts'
import * as leaving from './leaving.ts'
import * as linkPreview from './link-preview.ts'
import * as mailChoices from './mail-choices.ts'
import * as memberExport from './member-export.ts'
import * as openapi from './openapi.ts'
import * as passkeys from './passkeys.ts'
import * as password from './password.ts'
import * as points from './points.ts'
import * as rewards from './rewards.ts'
import * as redemptions from './redemptions.ts'
import * as secondFactor from './second-factor.ts'
import * as sessions from './sessions.ts'
import * as shortlinks from './shortlinks.ts'
import * as social from './social.ts'
import * as socialShare from './social-share.ts'
import * as stream from './stream.ts'
import * as users from './users.ts'
import * as wallet from './wallet.ts'
import * as webhooks from './webhooks.ts'

const contracts = [
  openapi,
  identity,
  password,
  emailLink,
  emailChange,
  sessions,
  secondFactor,
  passkeys,
  social,
  accountSecurity,
  users,
  leaving,
  memberExport,
  mailChoices,
  campaigns,
  enrolments,
  conversions,
  conversionClaims,
  webhooks,
  earnings,
  clickReviews,
  appeals,
  wallet,
  exchange,
  stream,
  friends,
  gamification,
  rewards,
  socialShare,
  points,
  redemptions,
  shortlinks,
  analytics,
  linkPreview,
] as const

/** Every endpoint there is: what the server must bind, OpenAPI describes and the walks visit. */
export const endpoints: (EndpointDefinition & { id: EndpointId })[] = contracts.flatMap((contract) =>
  Object.values<unknown>(contract).filter(isEndpoint),
)

/** The ids of all endpoints: a table by them that lacks one is a type error. */
export type EndpointId = IdOf<ValueOf<(typeof contracts)[number]>>
type ValueOf<T> = T extends unknown ? T[keyof T] : never
type IdOf<T> = T extends EndpointDefinition ? T['id'] : never

function isEndpoint(value: unknown): value is EndpointDefinition & { id: EndpointId } {
  return (
    typeof value === 'object' && value !== null && 'access' in value && 'path' in value && 'method' in value
  )
}

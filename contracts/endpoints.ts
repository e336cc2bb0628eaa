import { isWhole, type EndpointCall, type EndpointDefinition } from './endpoint.ts'
import { operatorEndpoints } from './operator-endpoints.ts'
import { wholeContract } from './whole-contract.ts'
import * as accountSecurity from './account-security.endpoints.ts'
import { accountSecuritySchemas } from './account-security.schemas.ts'
import * as analytics from './analytics.endpoints.ts'
import { analyticsSchemas } from './analytics.schemas.ts'
import * as appeals from './appeals.endpoints.ts'
import { appealSchemas } from './appeals.schemas.ts'
import * as brands from './brands.endpoints.ts'
import { brandSchemas } from './brands.schemas.ts'
import * as campaigns from './campaigns.endpoints.ts'
import { campaignSchemas } from './campaigns.schemas.ts'
import * as clickReviews from './click-reviews.endpoints.ts'
import { clickReviewSchemas } from './click-reviews.schemas.ts'
import * as conversionClaims from './conversion-claims.endpoints.ts'
import { conversionClaimSchemas } from './conversion-claims.schemas.ts'
import * as conversions from './conversions.endpoints.ts'
import { conversionSchemas } from './conversions.schemas.ts'
import * as earnings from './earnings.endpoints.ts'
import { earningSchemas } from './earnings.schemas.ts'
import * as emailChange from './email-change.endpoints.ts'
import { emailChangeSchemas } from './email-change.schemas.ts'
import * as emailLink from './email-link.endpoints.ts'
import { emailLinkSchemas } from './email-link.schemas.ts'
import * as enrolments from './enrolments.endpoints.ts'
import { enrolmentSchemas } from './enrolments.schemas.ts'
import * as exchange from './exchange.endpoints.ts'
import { exchangeSchemas } from './exchange.schemas.ts'
import * as friends from './friends.endpoints.ts'
import { friendSchemas } from './friends.schemas.ts'
import * as gamification from './gamification.endpoints.ts'
import { gamificationSchemas } from './gamification.schemas.ts'
import * as identity from './identity.endpoints.ts'
import { identitySchemas } from './identity.schemas.ts'
import * as accountDeletion from './account-deletion.endpoints.ts'
import { accountDeletionSchemas } from './account-deletion.schemas.ts'
import * as leaderboard from './leaderboard.endpoints.ts'
import { leaderboardSchemas } from './leaderboard.schemas.ts'
import * as linkPreview from './link-preview.endpoints.ts'
import { linkPreviewSchemas } from './link-preview.schemas.ts'
import * as memberExport from './member-export.endpoints.ts'
import { memberExportSchemas } from './member-export.schemas.ts'
import * as notificationChoices from './notification-choices.endpoints.ts'
import { notificationChoiceSchemas } from './notification-choices.schemas.ts'
import * as notifications from './notifications.endpoints.ts'
import { notificationSchemas } from './notifications.schemas.ts'
import * as openapi from './openapi.endpoints.ts'
import { openApiSchemas } from './openapi.schemas.ts'
import * as orders from './orders.endpoints.ts'
import { orderSchemas } from './orders.schemas.ts'
import * as passkeys from './passkeys.endpoints.ts'
import { passkeySchemas } from './passkeys.schemas.ts'
import * as password from './password.endpoints.ts'
import { passwordSchemas } from './password.schemas.ts'
import * as points from './points.endpoints.ts'
import { pointsSchemas } from './points.schemas.ts'
import * as push from './push.endpoints.ts'
import { pushSchemas } from './push.schemas.ts'
import * as redemptions from './redemptions.endpoints.ts'
import { redemptionSchemas } from './redemptions.schemas.ts'
import * as rewards from './rewards.endpoints.ts'
import { rewardSchemas } from './rewards.schemas.ts'
import * as secondFactor from './second-factor.endpoints.ts'
import { secondFactorSchemas } from './second-factor.schemas.ts'
import * as sessions from './sessions.endpoints.ts'
import { sessionSchemas } from './sessions.schemas.ts'
import * as legal from './legal.endpoints.ts'
import { legalSchemas } from './legal.schemas.ts'
import * as banner from './banner.endpoints.ts'
import { bannerSchemas } from './banner.schemas.ts'
import * as faq from './faq.endpoints.ts'
import { faqSchemas } from './faq.schemas.ts'
import * as shop from './shop.endpoints.ts'
import { shopSchemas } from './shop.schemas.ts'
import * as shortlinks from './shortlinks.endpoints.ts'
import { shortlinkSchemas } from './shortlinks.schemas.ts'
import * as social from './social.endpoints.ts'
import { socialSchemas } from './social.schemas.ts'
import * as socialShare from './shares.endpoints.ts'
import { shareSchemas } from './shares.schemas.ts'
import * as stream from './stream.endpoints.ts'
import { streamSchemas } from './stream.schemas.ts'
import * as support from './support.endpoints.ts'
import { supportSchemas } from './support.schemas.ts'
import * as tax from './tax.endpoints.ts'
import { taxSchemas } from './tax.schemas.ts'
import * as users from './users.endpoints.ts'
import { userSchemas } from './users.schemas.ts'
import * as wallet from './wallet.endpoints.ts'
import { walletSchemas } from './wallet.schemas.ts'
import * as webhooks from './webhooks.endpoints.ts'
import { webhookSchemas } from './webhooks.schemas.ts'

const contracts = [
  wholeContract(openapi, openApiSchemas),
  wholeContract(identity, identitySchemas),
  wholeContract(password, passwordSchemas),
  wholeContract(emailLink, emailLinkSchemas),
  wholeContract(emailChange, emailChangeSchemas),
  wholeContract(sessions, sessionSchemas),
  wholeContract(secondFactor, secondFactorSchemas),
  wholeContract(passkeys, passkeySchemas),
  wholeContract(social, socialSchemas),
  wholeContract(accountSecurity, accountSecuritySchemas),
  wholeContract(users, userSchemas),
  wholeContract(accountDeletion, accountDeletionSchemas),
  wholeContract(memberExport, memberExportSchemas),
  wholeContract(notificationChoices, notificationChoiceSchemas),
  wholeContract(notifications, notificationSchemas),
  wholeContract(campaigns, campaignSchemas),
  wholeContract(brands, brandSchemas),
  wholeContract(enrolments, enrolmentSchemas),
  wholeContract(conversions, conversionSchemas),
  wholeContract(conversionClaims, conversionClaimSchemas),
  wholeContract(webhooks, webhookSchemas),
  wholeContract(earnings, earningSchemas),
  wholeContract(clickReviews, clickReviewSchemas),
  wholeContract(appeals, appealSchemas),
  wholeContract(wallet, walletSchemas),
  wholeContract(exchange, exchangeSchemas),
  wholeContract(stream, streamSchemas),
  wholeContract(friends, friendSchemas),
  wholeContract(gamification, gamificationSchemas),
  wholeContract(rewards, rewardSchemas),
  wholeContract(leaderboard, leaderboardSchemas),
  wholeContract(socialShare, shareSchemas),
  wholeContract(points, pointsSchemas),
  wholeContract(push, pushSchemas),
  wholeContract(redemptions, redemptionSchemas),
  wholeContract(tax, taxSchemas),
  wholeContract(shop, shopSchemas),
  wholeContract(orders, orderSchemas),
  wholeContract(shortlinks, shortlinkSchemas),
  wholeContract(analytics, analyticsSchemas),
  wholeContract(linkPreview, linkPreviewSchemas),
  wholeContract(support, supportSchemas),
  wholeContract(legal, legalSchemas),
  wholeContract(banner, bannerSchemas),
  wholeContract(faq, faqSchemas),
]

/** The ids of all endpoints: a table by them that lacks one is a type error. */
export type EndpointId = (typeof contracts)[number][number]['id']

/**
 * Every endpoint of members, brands and visitors with its schemas: what the server must bind, OpenAPI describes and the
 * walks visit. Those of operators are in operator-endpoints.ts.
 */
export const endpoints: (EndpointDefinition & { id: EndpointId })[] = contracts.flat()

const byId = new Map<string, EndpointDefinition>(
  [...endpoints, ...operatorEndpoints].map((endpoint) => [endpoint.id, endpoint]),
)

/** An endpoint with its schemas. Throws for one that is not listed, unless it brings them. */
export function definitionOf(endpoint: EndpointCall): EndpointDefinition {
  const definition = isWhole(endpoint) ? endpoint : byId.get(endpoint.id)
  if (!definition)
    throw new Error(`${endpoint.id} is not listed in contracts/endpoints.ts or operator-endpoints.ts`)
  return definition
}

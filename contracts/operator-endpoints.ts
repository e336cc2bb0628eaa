import type { OperatorPermission } from '../rules/operator-permissions.ts'
import type { EndpointDefinition } from './endpoint.ts'
import * as account from './operator-account.endpoints.ts'
import { operatorAccountSchemas } from './operator-account.schemas.ts'
import * as desk from './operator-desk.endpoints.ts'
import { operatorDeskSchemas } from './operator-desk.schemas.ts'
import * as search from './operator-search.endpoints.ts'
import { operatorSearchSchemas } from './operator-search.schemas.ts'
import * as applications from './operator-applications.endpoints.ts'
import { operatorApplicationSchemas } from './operator-applications.schemas.ts'
import * as home from './operator-home.endpoints.ts'
import { operatorHomeSchemas } from './operator-home.schemas.ts'
import * as payoutRuns from './operator-payout-runs.endpoints.ts'
import { operatorPayoutRunSchemas } from './operator-payout-runs.schemas.ts'
import * as currencies from './operator-currencies.endpoints.ts'
import { operatorCurrencySchemas } from './operator-currencies.schemas.ts'
import * as payouts from './operator-payouts.endpoints.ts'
import { operatorPayoutSchemas } from './operator-payouts.schemas.ts'
import * as redemptions from './operator-redemptions.endpoints.ts'
import { operatorRedemptionSchemas } from './operator-redemptions.schemas.ts'
import * as claims from './operator-claims.endpoints.ts'
import { operatorClaimSchemas } from './operator-claims.schemas.ts'
import * as brandQuestions from './operator-brand-questions.endpoints.ts'
import { operatorBrandQuestionSchemas } from './operator-brand-questions.schemas.ts'
import * as reviews from './operator-reviews.endpoints.ts'
import { operatorReviewSchemas } from './operator-reviews.schemas.ts'
import * as abuse from './operator-abuse.endpoints.ts'
import { operatorAbuseSchemas } from './operator-abuse.schemas.ts'
import * as support from './operator-support.endpoints.ts'
import { operatorSupportSchemas } from './operator-support.schemas.ts'
import * as orders from './operator-orders.endpoints.ts'
import { operatorOrderSchemas } from './operator-orders.schemas.ts'
import * as deletions from './operator-deletions.endpoints.ts'
import { operatorDeletionSchemas } from './operator-deletions.schemas.ts'
import * as brands from './operator-brands.endpoints.ts'
import { operatorBrandSchemas } from './operator-brands.schemas.ts'
import * as campaigns from './operator-campaigns.endpoints.ts'
import { operatorCampaignSchemas } from './operator-campaigns.schemas.ts'
import * as brandKeys from './operator-brand-keys.endpoints.ts'
import { operatorBrandKeySchemas } from './operator-brand-keys.schemas.ts'
import * as tax from './operator-tax.endpoints.ts'
import { operatorTaxSchemas } from './operator-tax.schemas.ts'
import * as webhooks from './operator-webhooks.endpoints.ts'
import { operatorWebhookSchemas } from './operator-webhooks.schemas.ts'
import * as shop from './operator-shop.endpoints.ts'
import { operatorShopSchemas } from './operator-shop.schemas.ts'
import * as banner from './operator-banner.endpoints.ts'
import { operatorBannerSchemas } from './operator-banner.schemas.ts'
import * as announcements from './operator-announcements.endpoints.ts'
import { operatorAnnouncementSchemas } from './operator-announcements.schemas.ts'
import * as mail from './operator-mail.endpoints.ts'
import { operatorMailSchemas } from './operator-mail.schemas.ts'
import * as categories from './operator-categories.endpoints.ts'
import { operatorCategorySchemas } from './operator-categories.schemas.ts'
import * as faq from './operator-faq.endpoints.ts'
import { operatorFaqSchemas } from './operator-faq.schemas.ts'
import * as site from './operator-site.endpoints.ts'
import { operatorSiteSchemas } from './operator-site.schemas.ts'
import * as setup from './operator-setup.endpoints.ts'
import { operatorSetupSchemas } from './operator-setup.schemas.ts'
import * as legal from './operator-legal.endpoints.ts'
import { operatorLegalSchemas } from './operator-legal.schemas.ts'
import * as conversions from './operator-conversions.endpoints.ts'
import { operatorConversionSchemas } from './operator-conversions.schemas.ts'
import * as links from './operator-links.endpoints.ts'
import { operatorLinkSchemas } from './operator-links.schemas.ts'
import * as seasons from './operator-seasons.endpoints.ts'
import { operatorSeasonSchemas } from './operator-seasons.schemas.ts'
import * as previews from './operator-previews.endpoints.ts'
import { operatorPreviewSchemas } from './operator-previews.schemas.ts'
import * as campaignMembers from './operator-campaign-members.endpoints.ts'
import { operatorCampaignMemberSchemas } from './operator-campaign-members.schemas.ts'
import * as campaignRemoval from './operator-campaign-removal.endpoints.ts'
import { operatorCampaignRemovalSchemas } from './operator-campaign-removal.schemas.ts'
import * as members from './operator-members.endpoints.ts'
import { operatorMemberSchemas } from './operator-members.schemas.ts'
import * as memberEarnings from './operator-member-earnings.endpoints.ts'
import { operatorMemberEarningSchemas } from './operator-member-earnings.schemas.ts'
import * as memberData from './operator-member-data.endpoints.ts'
import { operatorMemberDataSchemas } from './operator-member-data.schemas.ts'
import * as memberView from './operator-member-view.endpoints.ts'
import { operatorMemberViewSchemas } from './operator-member-view.schemas.ts'
import * as economy from './operator-economy.endpoints.ts'
import { operatorEconomySchemas } from './operator-economy.schemas.ts'
import * as ledger from './operator-ledger.endpoints.ts'
import { operatorLedgerSchemas } from './operator-ledger.schemas.ts'
import * as insight from './operator-insight.endpoints.ts'
import { operatorInsightSchemas } from './operator-insight.schemas.ts'
import * as system from './operator-system.endpoints.ts'
import { operatorSystemSchemas } from './operator-system.schemas.ts'
import * as session from './operator-session.endpoints.ts'
import { operatorSessionSchemas } from './operator-session.schemas.ts'
import * as audit from './operator-audit.endpoints.ts'
import { operatorAuditSchemas } from './operator-audit.schemas.ts'
import * as keys from './operator-keys.endpoints.ts'
import { operatorKeySchemas } from './operator-keys.schemas.ts'
import * as operators from './operators.endpoints.ts'
import { operatorsSchemas } from './operators.schemas.ts'
import * as pendingActs from './pending-acts.endpoints.ts'
import { pendingActSchemas } from './pending-acts.schemas.ts'
import { wholeContract } from './whole-contract.ts'

const contracts = [
  wholeContract(session, operatorSessionSchemas),
  wholeContract(account, operatorAccountSchemas),
  wholeContract(search, operatorSearchSchemas),
  wholeContract(operators, operatorsSchemas),
  wholeContract(keys, operatorKeySchemas),
  wholeContract(audit, operatorAuditSchemas),
  wholeContract(pendingActs, pendingActSchemas),
  wholeContract(home, operatorHomeSchemas),
  wholeContract(desk, operatorDeskSchemas),
  wholeContract(applications, operatorApplicationSchemas),
  wholeContract(redemptions, operatorRedemptionSchemas),
  wholeContract(payouts, operatorPayoutSchemas),
  wholeContract(currencies, operatorCurrencySchemas),
  wholeContract(reviews, operatorReviewSchemas),
  wholeContract(claims, operatorClaimSchemas),
  wholeContract(brandQuestions, operatorBrandQuestionSchemas),
  wholeContract(support, operatorSupportSchemas),
  wholeContract(abuse, operatorAbuseSchemas),
  wholeContract(orders, operatorOrderSchemas),
  wholeContract(deletions, operatorDeletionSchemas),
  wholeContract(brands, operatorBrandSchemas),
  wholeContract(campaigns, operatorCampaignSchemas),
  wholeContract(brandKeys, operatorBrandKeySchemas),
  wholeContract(webhooks, operatorWebhookSchemas),
  wholeContract(shop, operatorShopSchemas),
  wholeContract(banner, operatorBannerSchemas),
  wholeContract(announcements, operatorAnnouncementSchemas),
  wholeContract(faq, operatorFaqSchemas),
  wholeContract(categories, operatorCategorySchemas),
  wholeContract(mail, operatorMailSchemas),
  wholeContract(site, operatorSiteSchemas),
  wholeContract(setup, operatorSetupSchemas),
  wholeContract(legal, operatorLegalSchemas),
  wholeContract(conversions, operatorConversionSchemas),
  wholeContract(links, operatorLinkSchemas),
  wholeContract(previews, operatorPreviewSchemas),
  wholeContract(seasons, operatorSeasonSchemas),
  wholeContract(members, operatorMemberSchemas),
  wholeContract(campaignMembers, operatorCampaignMemberSchemas),
  wholeContract(campaignRemoval, operatorCampaignRemovalSchemas),
  wholeContract(memberEarnings, operatorMemberEarningSchemas),
  wholeContract(memberData, operatorMemberDataSchemas),
  wholeContract(memberView, operatorMemberViewSchemas),
  wholeContract(payoutRuns, operatorPayoutRunSchemas),
  wholeContract(tax, operatorTaxSchemas),
  wholeContract(economy, operatorEconomySchemas),
  wholeContract(ledger, operatorLedgerSchemas),
  wholeContract(insight, operatorInsightSchemas),
  wholeContract(system, operatorSystemSchemas),
]

/** The ids of the endpoints for operators. */
export type OperatorEndpointId = (typeof contracts)[number][number]['id']

/**
 * Every endpoint for operators, under `/api/v1/operator/`, and those of the console's session, under
 * `/console/session/`: the server must bind them, the walk of access visits them. No document for members names them, and
 * no app of theirs imports them.
 */
export const operatorEndpoints: (EndpointDefinition & { id: OperatorEndpointId })[] = contracts.flat()

/** What opens an endpoint without a recent proof. An API key for anything else would open nothing: keys prove nothing. */
export const unprovenPermissions: ReadonlySet<OperatorPermission> = new Set(
  operatorEndpoints.flatMap(({ permission, recentProof }) =>
    permission === undefined || recentProof ? [] : [permission],
  ),
)

import { alertsModule } from './modules/alerts/module.ts'
import { analyticsModule } from './modules/analytics/module.ts'
import { brandQuestionsModule } from './modules/brand-questions/module.ts'
import { brandsModule } from './modules/brands/module.ts'
import { campaignsModule } from './modules/campaigns/module.ts'
import {
  aboutJoiningBonuses,
  campaignsOfBrand,
  campaignNames,
  countRunningByBrand,
  deepLinkTerms,
  enrolmentStanding,
  picturePath,
} from './modules/campaigns/public.ts'
import { conversionClaimsModule } from './modules/conversion-claims/module.ts'
import { conversionsModule } from './modules/conversions/module.ts'
import {
  clickPayStatistics,
  enrolmentStatistics,
  lastConversion,
  earningsPer100Clicks,
  trustOf,
} from './modules/conversions/public.ts'
import { economyModule } from './modules/economy/module.ts'
import { exchangeModule } from './modules/exchange/module.ts'
import { setRateAct } from './modules/exchange/public.ts'
import { friendsModule } from './modules/friends/module.ts'
import { insightModule } from './modules/insight/module.ts'
import { leaderboardModule } from './modules/leaderboard/module.ts'
import { ledgerModule } from './modules/ledger/module.ts'
import { clicksModule } from './modules/clicks/module.ts'
import { clickCounts, linkVisits } from './modules/clicks/public.ts'
import { shortlinksModule } from './modules/shortlinks/module.ts'
import { faqModule } from './modules/faq/module.ts'
import { legalModule } from './modules/legal/module.ts'
import { notificationsModule } from './modules/notifications/module.ts'
import { operatedBrandsModule } from './modules/operated-brands/module.ts'
import { operatedEconomyModule } from './modules/operated-economy/module.ts'
import { setCurrencyAct } from './modules/operated-economy/public.ts'
import { operatedLedgerModule } from './modules/operated-ledger/module.ts'
import { operatedConversionsModule } from './modules/operated-conversions/module.ts'
import { operatedLegalModule } from './modules/operated-legal/module.ts'
import { operatedLinksModule } from './modules/operated-links/module.ts'
import { operatedMembersModule } from './modules/operated-members/module.ts'
import { adjustMemberAct } from './modules/operated-members/public.ts'
import { operatedTaxModule } from './modules/operated-tax/module.ts'
import { operatorSearchModule } from './modules/operator-search/module.ts'
import { operatorDeskModule } from './modules/operator-desk/module.ts'
import { operatorsModule } from './modules/operators/module.ts'
import { pointsModule } from './modules/points/module.ts'
import { productAnalyticsModule } from './modules/product-analytics/module.ts'
import { pushModule } from './modules/push/module.ts'
import { payoutRunsModule } from './modules/payout-runs/module.ts'
import { queuesModule } from './modules/queues/module.ts'
import { redemptionsModule } from './modules/redemptions/module.ts'
import {
  lastPaidYear,
  memberOfRedemption,
  returnPaymentAct,
  yearUsdCents,
} from './modules/redemptions/public.ts'
import { rewardsModule } from './modules/rewards/module.ts'
import { aboutRewards } from './modules/rewards/public.ts'
import { shopModule } from './modules/shop/module.ts'
import { siteModule } from './modules/site/module.ts'
import { aboutOrders } from './modules/shop/public.ts'
import { walletModule } from './modules/wallet/module.ts'
import { setupModule } from './modules/setup/module.ts'
import { sharesModule } from './modules/shares/module.ts'
import { streamModule, type TopicVersionSources } from './modules/stream/module.ts'
import { supportModule } from './modules/support/module.ts'
import { taxModule } from './modules/tax/module.ts'
import { webhooksModule } from './modules/webhooks/module.ts'
import { webhookOperations } from './modules/webhooks/public.ts'
import type { ModuleParts } from './module-parts.ts'
import type { Module, Platform } from './platform/module.ts'

/**
 * Every module, in the order in which a member's archive lists their data: a new one is wired here and nowhere else.
 * What a module needs of one above it, which it may not import, is handed to it.
 */
export function openModules(platform: Platform, parts: ModuleParts): Module[] {
  const { access, alerts, clicks, faq, legal, operators, redemptions, payoutRuns, support, webhooks, push } =
    parts
  const modules = [
    ...access.modules,
    operatorsModule(platform, operators, {
      setRate: setRateAct,
      setCurrency: setCurrencyAct,
      adjustMember: adjustMemberAct(platform),
      returnPayment: returnPaymentAct,
      memberOfRedemption,
    }),
    alertsModule(alerts),
    operatorSearchModule,
    economyModule(),
    brandsModule({ campaignsOfBrand, countRunningByBrand }),
    campaignsModule(platform, {
      enrolmentStatistics,
      clickPayStatistics,
      trustOf,
      earningsPer100Clicks,
    }),
    shortlinksModule(platform, {
      clickCounts,
      linkVisits,
      campaignNames,
      deepLinkTerms,
      picturePath,
      linkStanding: async (at, { id, enrolmentId }) => ({
        ...(await enrolmentStanding(at, enrolmentId)),
        lastConversion: await lastConversion(at, id),
      }),
    }),
    clicksModule(platform, { clicks }),
    conversionsModule(platform, { clicks }),
    conversionClaimsModule(platform),
    brandQuestionsModule(platform, support),
    walletModule(platform),
    ledgerModule(platform),
    exchangeModule(platform),
    friendsModule(platform),
    rewardsModule(platform),
    sharesModule(platform),
    leaderboardModule(platform),
    redemptionsModule(platform, redemptions),
    taxModule(platform, { yearUsdCents, lastPaidYear }),
    shopModule(platform, alerts),
    pointsModule(platform, {
      about: async (reader, ids) =>
        new Map([
          ...(await aboutRewards(reader, ids)),
          ...(await aboutJoiningBonuses(reader, ids)),
          ...(await aboutOrders(reader, ids)),
        ]),
    }),
    notificationsModule(platform),
    pushModule(platform, push),
    supportModule(platform, support),
    faqModule(faq),
    siteModule(platform),
    legalModule(platform, legal),
    setupModule(platform),
    analyticsModule(platform),
    productAnalyticsModule(platform),
    webhooksModule(platform, webhooks),
    payoutRunsModule(platform, payoutRuns),
    operatedBrandsModule(platform, webhookOperations(platform.db, webhooks)),
    operatedConversionsModule(platform),
    operatedLegalModule(platform),
    operatedLinksModule(platform),
    operatedEconomyModule({
      secret: platform.secret,
      factorsCount: platform.config.redemptionSecondFactor,
    }),
    operatedLedgerModule(),
    insightModule(platform, access),
    queuesModule({
      config: platform.config,
      db: platform.db,
      redemptions,
      support,
      hoursOf: alerts.hoursOf,
      secret: platform.secret,
      enqueue: alerts.enqueue,
    }),
    operatorDeskModule({ db: platform.db, enqueue: alerts.enqueue }),
    operatedTaxModule(platform),
    operatedMembersModule({ members: access.members, redemptions, secret: platform.secret }),
  ]
  const sources = Object.assign(
    {},
    ...modules.map(({ topicVersions }) => topicVersions),
  ) as TopicVersionSources
  return [...modules, streamModule(platform, { sources, memberOf: access.authenticator.member })]
}

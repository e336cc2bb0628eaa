import { setupSteps, type SetupStep } from '#contracts/operator-setup.constants.ts'
import type { Setup } from '#contracts/operator-setup.schemas.ts'
import { isLoopback } from '#rules/loopback.ts'
import type { Config } from '#server/config.ts'
import { hasDevelopmentTools } from '#server/development-tools.ts'
import { hasBrands } from '#server/modules/brands/public.ts'
import { countRunningCampaigns } from '#server/modules/campaigns/public.ts'
import { currentVersion } from '#server/modules/economy/public.ts'
import { unpublishedDocuments } from '#server/modules/legal/public.ts'
import { listOperators, wasEverDone } from '#server/modules/operators/public.ts'
import { siteValues, wasEverSaid } from '#server/modules/site/public.ts'
import type { Db } from '#server/platform/database.ts'

type Started = Pick<Config, 'publicOrigin' | 'smtpUrl' | 'developmentTools' | 'env' | 'host'>

/** What an installation still needs before its first member earns, and how it was started. */
export async function setupOf(db: Db, { config, now }: { config: Started; now: Date }): Promise<Setup> {
  const mail = config.smtpUrl ? 'smtp' : hasDevelopmentTools(config) ? 'mailbox' : 'none'
  const values = await siteValues(db)
  const site = {
    isNamed: values['site.name'] !== undefined,
    isLogoDecided: await wasEverSaid(db, 'site.logo'),
    isOperatorSaid: values['operator.name'] !== undefined && values['operator.contact'] !== undefined,
  }
  const done: Record<SetupStep, boolean> = {
    mail: mail !== 'none' && (await wasEverDone(db, 'mail.test')),
    site: site.isNamed && site.isLogoDecided && site.isOperatorSaid,
    zone: values['site.zone'] !== undefined,
    legal: (await unpublishedDocuments(db)).length === 0,
    team: (await listOperators(db)).filter(({ disabledAt }) => disabledAt === null).length > 1,
    economy: (await currentVersion(db)).version > 0 || (await wasEverDone(db, 'economy.keep')),
    brand: await hasBrands(db),
    campaign: (await countRunningCampaigns(db, now)) > 0,
  }
  return {
    steps: setupSteps.map((step) => ({ step, isDone: done[step] })),
    site,
    origin: config.publicOrigin,
    mail,
    isLocal: isLoopback(new URL(config.publicOrigin).hostname),
  }
}

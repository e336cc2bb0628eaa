import { setupSteps, type SetupStep } from '#contracts/operator-setup.constants.ts'
import type { Setup } from '#contracts/operator-setup.schemas.ts'
import { isLoopback } from '#rules/loopback.ts'
import type { Config } from '#server/config.ts'
import { hasDevelopmentTools } from '#server/development-tools.ts'
import { hasBrands } from '#server/modules/brands/public.ts'
import { countRunningCampaigns } from '#server/modules/campaigns/public.ts'
import { currentVersion } from '#server/modules/economy/public.ts'
import { unpublishedDocuments } from '#server/modules/legal/public.ts'
import { lastTimeOf, listOperators, wasEverDone, type PersonActor } from '#server/modules/operators/public.ts'
import { siteValues, wasEverSaid } from '#server/modules/site/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'

type Started = Pick<Config, 'publicOrigin' | 'smtpUrl' | 'developmentTools' | 'env' | 'host'>

interface SetupDeps {
  config: Started
  mailer: Pick<Mailer, 'failureTo'>
  now: Date
  /** Who asks. */
  reader: Pick<PersonActor, 'operatorId' | 'email'>
}

/** What an installation still needs before its first member earns, and how it was started. */
export async function setupOf(db: Db, { config, mailer, now, reader }: SetupDeps): Promise<Setup> {
  const mail = config.smtpUrl ? 'smtp' : hasDevelopmentTools(config) ? 'mailbox' : 'none'
  const values = await siteValues(db)
  const site = {
    isNamed: values['site.name'] !== undefined,
    isLogoDecided: await wasEverSaid(db, 'site.logo'),
    isOperatorSaid: values['operator.name'] !== undefined && values['operator.contact'] !== undefined,
  }
  const done: Record<SetupStep, boolean> = {
    // That one was sent says nothing: who it went to has seen it.
    mail: mail !== 'none' && (await wasEverDone(db, 'mail.arrived')),
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
    testMail: await testMailOf(db, { mailer, reader }),
    isLocal: isLoopback(new URL(config.publicOrigin).hostname),
  }
}

/** The last test mail of an operator, and what became of it as far as it is known here. */
async function testMailOf(
  db: Db,
  { mailer, reader }: Pick<SetupDeps, 'mailer' | 'reader'>,
): Promise<Setup['testMail']> {
  const target = reader.operatorId
  const sentAt = await lastTimeOf(db, { action: 'mail.test', target })
  if (!sentAt) return null
  const arrivedAt = await lastTimeOf(db, { action: 'mail.arrived', target })
  return {
    sentAt: sentAt.toISOString(),
    failure: await mailer.failureTo(db, reader.email, sentAt),
    isArrived: arrivedAt !== null && arrivedAt > sentAt,
  }
}

import { Command } from 'commander'
import { auditCommands } from './audit-commands.ts'
import { operatorCommands } from './operator-commands.ts'
import { analyticsCommands } from './analytics-commands.ts'
import { announceCommands } from './announce-commands.ts'
import { backupCommands } from './backup-commands.ts'
import { brandCommands } from './brand-commands.ts'
import { campaignCommands } from './campaign-commands.ts'
import { categoryCommands } from './category-commands.ts'
import { claimCommands } from './claim-commands.ts'
import { clickCommands } from './click-commands.ts'
import { clockCommand } from './clock-command.ts'
import { configCommand } from './config-command.ts'
import { requireOperator } from './command-acts.ts'
import { conversionCommands } from './conversion-commands.ts'
import { currencyCommands } from './currency-commands.ts'
import { demoCommands } from './demo-commands.ts'
import { doctorCommand } from './doctor-command.ts'
import { earningCommands } from './earning-commands.ts'
import { economyCommands } from './economy-commands.ts'
import { invitationCommands } from './invitation-commands.ts'
import { jobCommands } from './job-commands.ts'
import { legalCommands } from './legal-commands.ts'
import { linkCommands } from './link-commands.ts'
import { mailCommands } from './mail-commands.ts'
import { memberCommands } from './member-commands.ts'
import { migrateCommand } from './migrate-command.ts'
import { payoutRunCommands } from './payout-run-commands.ts'
import { pauseCommands } from './pause-commands.ts'
import { rateCommands } from './rate-commands.ts'
import { redemptionCommands } from './redemption-commands.ts'
import { leaderboardCommands, seasonCommands } from './season-commands.ts'
import { restoreCommands } from './restore-commands.ts'
import { secretCommands } from './secret-commands.ts'
import { shopCommands } from './shop-commands.ts'
import { bannerCommands } from './banner-commands.ts'
import { faqCommands } from './faq-commands.ts'
import { siteCommands } from './site-commands.ts'
import { supportCommands } from './support-commands.ts'
import { upgradeCommand } from './upgrade-command.ts'
import { webhookCommands } from './webhook-commands.ts'

/** `crels` with every command there is, ready to be parsed. */
export function cliProgram(): Command {
  const program = new Command('crels')
    .description('Operates an installation of Crels.')
    .option('--json', 'answer in JSON, for programs')
    .option('--as <email>', 'the operator who acts; else the setting OPERATOR')
    .configureHelp({ showGlobalOptions: true })
    .hook('preAction', (_, command) => requireOperator(command))

  for (const add of [
    migrateCommand,
    upgradeCommand,
    configCommand,
    doctorCommand,
    backupCommands,
    restoreCommands,
    demoCommands,
    operatorCommands,
    auditCommands,
    brandCommands,
    campaignCommands,
    categoryCommands,
    conversionCommands,
    earningCommands,
    claimCommands,
    clickCommands,
    economyCommands,
    legalCommands,
    linkCommands,
    memberCommands,
    mailCommands,
    announceCommands,
    rateCommands,
    pauseCommands,
    currencyCommands,
    invitationCommands,
    redemptionCommands,
    payoutRunCommands,
    seasonCommands,
    leaderboardCommands,
    secretCommands,
    shopCommands,
    siteCommands,
    bannerCommands,
    faqCommands,
    supportCommands,
    webhookCommands,
    analyticsCommands,
    jobCommands,
    clockCommand,
  ])
    add(program)
  return program
}

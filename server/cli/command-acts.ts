import type { Command } from 'commander'
import type { OperatorAct, OperatorPermission } from '#rules/operator-permissions.ts'
import { readConfig } from '../config.ts'
import { CommandFailure } from './failure-line.ts'

/**
 * Commands that keep the installation, or do at once what a job does by itself: where there is no operator yet, the entry
 * names the command.
 */
const installationActs: Record<string, OperatorAct> = {
  'backup note': 'backup.note',
  'click replay': 'click.replay',
  clock: 'clock.set',
  'demo load': 'demo.load',
  'demo remove': 'demo.remove',
  'job run': 'job.run',
  'leaderboard recount': 'leaderboard.recount',
  'mail bounces': 'mail.bounces',
  'season close': 'season.close',
  'secret rotate': 'secret.rotate',
  'secret forget-old': 'secret.forget-old',
  'secret start-over': 'secret.start-over',
  'restore hold': 'restore.hold',
  'restore confirm': 'restore.confirm',
}

/** Started by a timetable, a mail server or another tool: they never need a person's name. */
const byMachine = new Set(['backup note', 'job run', 'mail bounces'])

/** What a command is to the log: the act of an operator, or none. Each command of `crels` is here (program.test.ts). */
export const commandActs: Record<string, OperatorAct | null> = {
  ...none([
    // They read.
    'analytics export, analytics status, announce list, audit check, banner show, brand key list, campaign list',
    'campaign show, category list, category show, config, currency list',
    'doctor, economy history, economy show, economy simulate, job list, leaderboard check',
    'faq list, faq show, legal list, legal show, link blocked-hosts, link show, operator list, rate history',
    'pause show, payout-run list, rate show, redemption mismatches',
    'shop items, shop show, site history, site show, upgrade, webhook deliveries, webhook list',
    // Done by a deployment; what a migration changes is an entry of the database's.
    'migrate',
    // They leave this installation as it is: a copy is made, or a new one from a copy.
    'backup make, restore from, restore unpack, restore payouts, restore codes, wal-archive',
  ]),
  ...installationActs,
  'operator add': 'operator.add',
  'operator invite': 'operator.invite',
  'operator role': 'operator.change-role',
  'operator disable': 'operator.disable',
  'operator enable': 'operator.enable',
  'economy set': 'economy.set',
  'rate set': 'rate.set',
  'rate pause': 'exchange.pause',
  'rate resume': 'exchange.resume',
  'pause redemptions': 'redemption.pause',
  'pause payouts': 'payout.pause',
  'pause sign-ups': 'sign-up.pause',
  'pause links': 'link-creation.pause',
  'resume redemptions': 'redemption.resume',
  'resume payouts': 'payout.resume',
  'resume sign-ups': 'sign-up.resume',
  'resume links': 'link-creation.resume',
  'currency set': 'currency.set',
  'currency import': 'currency.set',
  'shop add': 'shop.add',
  'shop edit': 'shop.edit',
  'shop restock': 'shop.restock',
  'shop sale': 'shop.edit',
  'shop image': 'shop.image',
  'shop codes import': 'shop.import-codes',
  'shop ship': 'shop.ship',
  'shop cancel': 'shop.cancel',
  'brand create': 'brand.create',
  'brand edit': 'brand.edit',
  'brand logo': 'brand.logo',
  'brand suspend': 'brand.suspend',
  'brand resume': 'brand.resume',
  'brand key create': 'brand-key.create',
  'brand key rotate': 'brand-key.rotate',
  'brand key revoke': 'brand-key.revoke',
  'campaign create': 'campaign.create',
  'campaign edit': 'campaign.edit',
  'campaign picture': 'campaign.picture',
  'campaign erase-picture': 'campaign.erase-picture',
  'campaign top-up': 'campaign.top-up',
  'campaign reduce-budget': 'campaign.reduce-budget',
  'campaign state': 'campaign.state',
  'campaign decide': 'campaign.decide',
  'campaign remove': 'campaign.remove',
  'campaign let-back-in': 'campaign.let-back-in',
  'link ban': 'link.ban',
  'link unban': 'link.unban',
  'link block-host': 'link.block-host',
  'link unblock-host': 'link.unblock-host',
  'announce send': 'announcement.send',
  'announce withdraw': 'announcement.withdraw',
  'site set': 'site.set',
  'site logo': 'site.set',
  'site reset': 'site.set',
  'banner set': 'banner.set',
  'banner on': 'banner.set',
  'banner off': 'banner.set',
  'category add': 'category.edit',
  'category edit': 'category.edit',
  'category retire': 'category.edit',
  'category return': 'category.edit',
  'category restore': 'category.edit',
  'category order': 'category.edit',
  'faq add': 'faq.edit',
  'faq edit': 'faq.edit',
  'faq retire': 'faq.edit',
  'faq return': 'faq.edit',
  'faq restore': 'faq.edit',
  'faq order': 'faq.edit',
  'legal publish': 'legal.publish',
  'season exclude': 'season.exclude',
  'season include': 'season.include',
  'season approve': 'season.approve',
  'conversion decide': 'conversion.decide',
  'conversion correct': 'conversion.correct',
  'conversion reverse': 'conversion.reverse',
  'earning reverse': 'earning.reverse',
  'click decide': 'click.decide',
  'claim accept': 'claim.accept',
  'claim decline': 'claim.decline',
  'invitation release': 'invitation.release',
  'invitation refuse': 'invitation.refuse',
  'mail lift': 'mail.lift',
  'redemption approve': 'redemption.approve',
  'redemption reject': 'redemption.reject',
  'redemption destination': 'redemption.open-destination',
  'redemption send': 'redemption.send',
  'redemption paid': 'redemption.paid',
  'redemption failed': 'redemption.failed',
  'redemption returned': 'redemption.returned',
  'redemption settle-mismatch': 'redemption.settle-mismatch',
  'payout-run draft': 'payout-run.draft',
  'payout-run approve': 'payout-run.approve',
  'payout-run discard': 'payout-run.discard',
  'payout-run file': 'payout-run.send',
  'payout-run file-again': 'redemption.open-destination',
  'payout-run import': 'payout-run.import',
  'payout-run retry': 'payout-run.retry',
  'payout-run give-up': 'redemption.failed',
  'payout-run close': 'payout-run.close',
  'restore payout': 'restore.payout',
  'restore pool': 'restore.codes',
  'support answer': 'support.answer',
  'support write': 'support.write',
  'support close': 'support.close',
  'member show': 'member.view',
  'campaign members': 'member.view',
  'shop order': 'member.view',
  'support show': 'member.view',
  'redemption show': 'member.view',
  // Lists of persons.
  'audit list': 'member.view',
  'claim list': 'member.view',
  'click reviews': 'member.view',
  'conversion under-review': 'member.view',
  'invitation under-review': 'member.view',
  'mail suppressed': 'member.view',
  'payout-run show': 'member.view',
  'redemption list': 'member.view',
  'season show': 'member.view',
  'shop orders': 'member.view',
  'support list': 'member.view',
  // What each member was paid, as the file of a year has it.
  'redemption totals': 'tax.report',
  'member adjust': 'member.adjust',
  'member disable': 'member.disable',
  'member enable': 'member.enable',
  'member sign-out': 'member.sign-out',
  'member remove-second-factors': 'member.remove-second-factors',
  'webhook add': 'webhook.add',
  'webhook disable': 'webhook.disable',
  'webhook enable': 'webhook.enable',
  'webhook remove': 'webhook.remove',
  'webhook replay': 'webhook.replay',
  'webhook rotate': 'webhook.rotate',
  'webhook test': 'webhook.test',
}

/** What commands read beside the persons whom their act shows: as in the console, not every role has both. */
const reads: Record<string, OperatorPermission> = {
  'audit list': 'read.audit',
  'payout-run show': 'read.money',
  'redemption list': 'read.money',
  'redemption show': 'read.money',
}

/** What a command takes of who runs it; nothing of one that anybody runs. */
export function permissionsOfCommand(command: Command): OperatorPermission[] {
  return [actOfCommand(command), reads[nameOf(command)]].filter((one) => one != null)
}

/** The act of a command, or null where it is none. */
export function actOfCommand(command: Command): OperatorAct | null {
  return commandActs[nameOf(command)] ?? null
}

/** The operator's address that a command was given, by `--as` or the setting OPERATOR. Throws where there is none. */
export function operatorNamed(command: Command, setting: string | null): string {
  const email = command.optsWithGlobals<{ as?: string }>().as ?? setting
  if (email) return email
  throw new CommandFailure(
    'Say who acts: --as you@example.com, or the setting OPERATOR. `crels operator add` makes the first operator.',
  )
}

/** Before a command that is an act reads a file or asks anything: it needs an operator. */
export function requireOperator(command: Command): void {
  // The first operator is added by the installation.
  if (actOfCommand(command) === null || nameOf(command) === 'operator add' || keepsInstallation(command))
    return
  operatorNamed(command, readConfig().operator)
}

/** Whether a command may run on an installation that has no operator. */
export function keepsInstallation(command: Command): boolean {
  return nameOf(command) in installationActs
}

/** Whether no person starts it. */
export function isByMachine(command: Command): boolean {
  return byMachine.has(nameOf(command))
}

/** Such as `brand key create`. */
export function nameOf(command: Command): string {
  return command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name()
}

function none(lines: string[]): Record<string, null> {
  return Object.fromEntries(lines.flatMap((line) => line.split(', ')).map((name) => [name, null]))
}

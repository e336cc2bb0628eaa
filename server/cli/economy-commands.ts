import type { Command } from 'commander'
import { assumedMembers, economyCost, type EconomyCost } from '#rules/economy-cost.ts'
import { settingTiming } from '#rules/economy-timing.ts'
import { economyChanges, economyRows, withSettings, type EconomyRow } from '#rules/economy.ts'
import type { Config } from '../config.ts'
import type { Db } from '../platform/database.ts'
import type { Secret } from '../platform/secret.ts'
import { inConfirmedSealingActOf } from './acting-operator.ts'
import { reasoned } from './read-reason.ts'
import { payoutEffectLines } from './payout-effect-lines.ts'
import { grouped } from '../platform/shown-amounts.ts'
import { inSealingTransaction, print, withDb } from './with-app.ts'

const economy = async () => await import('../modules/economy/public.ts')
const operatedEconomy = async () => await import('../modules/operated-economy/public.ts')

/** `crels economy show|history|simulate|set` */
export function economyCommands(program: Command): void {
  const command = program
    .command('economy')
    .description('What rewards are worth and how often they may be had.')
  command
    .command('show')
    .description('Show every setting that is in force.')
    .action(async (_, command: Command) => {
      const { currentVersion } = await economy()
      const current = await withDb(currentVersion)
      print(command, current, [
        `Version ${current.version}`,
        ...economyRows(current.economy).map(({ path, value }) => `${path}=${JSON.stringify(value)}`),
      ])
    })
  command
    .command('history')
    .description('Show what was set when, by whom and why, the newest first.')
    .action(async (_, command: Command) => {
      const { economyHistory } = await economy()
      const versions = await withDb(economyHistory)
      const changes = versions.slice(0, -1).map(({ economy: after, ...version }, at) => ({
        ...version,
        changes: economyChanges(versions[at + 1]!.economy, after),
      }))
      print(
        command,
        changes,
        changes.flatMap(({ version, setAt, author, reason, changes: changed }) => [
          `${version}  ${setAt!.toISOString()}  ${author}: ${reason}`,
          ...changed.map(changeLine),
        ]),
      )
    })
  command
    .command('simulate [path=value...]')
    .description(
      'Show what a month costs for 1,000 members, now and with other settings, and whom they pay; nothing is saved.',
    )
    .action(async (assignments: string[], _, command: Command) => {
      const settings = assignments.map(readAssignment)
      const { before, after, payouts } = await inSealingTransaction(
        async (tx, secret, config) => await effectOf(tx, settings, { secret, config }),
      )
      const answer = {
        before: economyCost(before),
        after: economyCost(after),
        assumed: assumedMembers,
        payouts,
      }
      print(command, answer, [
        ...costLines(answer.before, answer.after),
        ...payoutEffectLines(payouts),
        ...timingLines(economyChanges(before, after)),
      ])
    })
  reasoned(command.command('set <path=value...>'))
    .description('Set something for what comes after, e.g. checkIn.basePoints=12; a list is JSON.')
    .option('--yes', 'do it without asking, also where it touches who is paid')
    .action(async (assignments: string[], options: { reason: string; yes?: boolean }, command: Command) => {
      const { currentVersion, setEconomy } = await economy()
      const settings = assignments.map(readAssignment)
      const { reason } = options
      const [before, after] = await inConfirmedSealingActOf(
        command,
        {
          reach: async (tx, deps) => await effectOf(tx, settings, deps),
          act: async (tx, actor) => {
            const versions = [
              await currentVersion(tx),
              await setEconomy(tx, actor, { settings, reason }),
            ] as const
            const { shortenSlippedWaits } = await import('../modules/redemptions/public.ts')
            await shortenSlippedWaits(tx, actor)
            return versions
          },
          lines: ({ payouts }) => payoutEffectLines(payouts),
        },
        options,
      )
      const changes = economyChanges(before.economy, after.economy)
      const [now, then] = [economyCost(before.economy), economyCost(after.economy)]
      print(command, { version: after.version, changes }, [
        changes.length === 0 ? `That is so already, in version ${after.version}` : `Version ${after.version}`,
        ...changes.map(changeLine),
        ...timingLines(changes),
        ...(now.total === then.total
          ? []
          : [`Points a month for 1,000 members: ${grouped(now.total)} → ${grouped(then.total)}`]),
      ])
    })
}

/** The settings in force, the same with some changed, and what that makes of who is paid. */
async function effectOf(
  db: Db,
  settings: readonly EconomyRow[],
  { secret, config }: { secret: Secret; config: Config },
) {
  const [{ currentEconomy, readEconomyValues }, { payoutEffects }] = [
    await economy(),
    await operatedEconomy(),
  ]
  const before = await currentEconomy(db)
  const after = readEconomyValues(withSettings(before, settings))
  const deps = { secret, factorsCount: config.redemptionSecondFactor }
  return { before, after, payouts: await payoutEffects(db, before, after, deps) }
}

/** From when changes count, of those that are not counted by whom they touch. */
function timingLines(changes: readonly { path: string }[]): string[] {
  return changes.flatMap(({ path }) => {
    const timing = settingTiming(path)
    return timing === null ? [] : [`${path}: ${timing}`]
  })
}

const perCost: Record<keyof EconomyCost, string> = {
  dailyCheckIn: 'daily check-in',
  monthlyClaim: 'monthly claim',
  holderPrize: 'holder prize',
  friendInvitation: 'friend invitation',
  socialFollow: 'social follow',
  socialShare: 'social share',
  seasonPrize: 'season prize',
  total: 'in all',
}

/** A line for each reward, and what was assumed. */
function costLines(before: EconomyCost, after: EconomyCost): string[] {
  const { checkIns, holders, friends, followers, shares } = assumedMembers
  const cell = (points: number) => grouped(points).padStart(10)
  return [
    `Points a month for 1,000 members${' '.repeat(4)}now      then`,
    ...Object.entries(perCost).map(([part, name]) => {
      const key = part as keyof EconomyCost
      return `${name.padEnd(28)}${cell(before[key])}${cell(after[key])}`
    }),
    `Assumed: ${checkIns.map(({ members, daysOfSeven }) => `${members} check in on ${daysOfSeven} days of 7`).join(', ')};`,
    `holders of each tier ${holders.join(', ')}; ${friends} friends, ${followers} followers, ${shares} shares that are paid.`,
  ]
}

/** `path=value`, where the value is JSON. */
function readAssignment(text: string): EconomyRow {
  const [, path, json] = /^([\w.]+)=(.*)$/s.exec(text) ?? []
  if (path === undefined || json === undefined) throw new Error(`${text} is not path=value`)
  try {
    return { path, value: JSON.parse(json) as unknown }
  } catch (cause) {
    throw new Error(`${path}: not a number or a JSON list (${json})`, { cause })
  }
}

function changeLine({ path, before, after }: { path: string; before: unknown; after: unknown }): string {
  return `    ${path}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`
}

import type { Command } from 'commander'
import { createLog } from '../platform/log.ts'
import type { ShownSeason } from '../modules/leaderboard/public.ts'
import {
  inConfirmedActOf,
  inConfirmedSealingActOf,
  inSealingActOf,
  lookAtList,
  recordAct,
} from './acting-operator.ts'
import { readReason } from './read-reason.ts'
import { grouped } from '../platform/shown-amounts.ts'
import { print, withDb } from './with-app.ts'

const month = '<month>'

/** `crels season show|exclude|include|approve|close` */
export function seasonCommands(program: Command): void {
  const season = program
    .command('season')
    .description('Seasons of the leaderboard: a month (UTC), its review and its prizes.')
  season
    .command(`show ${month}`)
    .description(
      'Shows the first places of a season, e.g. 2026-11, with their prizes and who was taken out. The log says that you looked.',
    )
    .action(async (of: string, _: object, command: Command) => {
      const { showSeason } = await import('../modules/leaderboard/public.ts')
      const asked = { month: readMonth(of) }
      const shown = await lookAtList(command, `season ${of}`, async (tx) => await showSeason(tx, asked))
      print(command, shown, seasonLines(shown))
    })
  decision(season, 'exclude')
    .description(
      'Takes a member out of every ranking of a season in review; the places behind close up. It says which place, and asks.',
    )
    .option('--yes', 'do it without asking')
    .action(async (of: string, uid: string, { yes, reason }: Decision, command: Command) => {
      const { excludeFromSeason, showSeason } = await import('../modules/leaderboard/public.ts')
      const input = { month: readMonth(of), uid, reason }
      await inConfirmedSealingActOf(
        command,
        {
          reach: async (tx) => await showSeason(tx, { month: input.month, limit: shownPlaces }),
          act: async (tx, actor, { secret }) => await excludeFromSeason(tx, actor, input, { secret }),
          lines: (shown) => exclusionLines(shown, uid),
        },
        { yes },
      )
      print(command, input, `${uid} is out of the season ${of}`)
    })
  decision(season, 'include')
    .description('Lets a member in again whom the review took out of a season.')
    .action(async (of: string, uid: string, options: Decision, command: Command) => {
      const { includeInSeason } = await import('../modules/leaderboard/public.ts')
      const input = { month: readMonth(of), uid, ...options }
      const done = await inSealingActOf(
        command,
        async (tx, actor, { secret }) => await includeInSeason(tx, actor, input, { secret }),
      )
      const later = done.isRanked ? '' : ', and has their rank again once they are not banned'
      print(command, { ...input, ...done }, `${uid} is in the season ${of} again${later}`)
    })
  season
    .command(`approve ${month}`)
    .description(
      'Ends the review of a season now; its prizes are paid within five minutes. It says which, and asks.',
    )
    .option('--seen <hash>', 'as `season show` says it: refused where the places are others by now')
    .option('--yes', 'do it without asking')
    .action(async (of: string, options: Approval, command: Command) => {
      const { approvalOf, approveSeason, showSeason } = await import('../modules/leaderboard/public.ts')
      let { seen } = options
      const done = await inConfirmedActOf(
        command,
        {
          reach: async (tx) => {
            const { season: row } = await showSeason(tx, { month: readMonth(of) })
            const would = row && (await approvalOf(tx, row))
            // What is agreed to is what was shown.
            seen ??= would?.seen
            return would
          },
          act: async (tx, actor) => await approveSeason(tx, actor, { month: readMonth(of), seen }),
          lines: (would) =>
            would
              ? [
                  `Approving ${of} pays ${grouped(would.points)} points to ${would.paidPlaces === 1 ? '1 place' : `${grouped(would.paidPlaces)} places`}, which cannot be undone`,
                ]
              : [],
        },
        options,
      )
      print(
        command,
        { month: of, ...done },
        `The season ${of} is approved: ${grouped(done.places)} places are paid`,
      )
    })
  season
    .command('close')
    .description(
      'Freezes seasons that are over, approves those reviewed and pays their prizes, as the job does.',
    )
    .action(async (_: object, command: Command) => {
      const { settleSeasons } = await import('../modules/leaderboard/public.ts')
      const done = await withDb(async (db, config) => {
        await recordAct(command, db, config, { target: 'seasons' })
        return await settleSeasons(db, { log: createLog(config.logLevel, process.stderr) })
      })
      const months = (of: string[]) => (of.length > 0 ? of.join(', ') : 'none')
      print(command, done, [
        `Frozen: ${months(done.frozen)}`,
        `Approved: ${months(done.approved)}`,
        `Paid: ${grouped(done.paid)}, withheld: ${grouped(done.withheld)}`,
      ])
    })
}

interface Approval {
  seen?: string
  yes?: boolean
}

interface Decision {
  reason: string
  yes?: boolean
}

/** As many as have a prize, and more. */
const shownPlaces = 1_000

/** Which place somebody loses, and how many behind them move up; nothing to ask of who is out already. */
function exclusionLines({ month: of, places, decisions }: ShownSeason, uid: string): string[] {
  if (decisions.findLast((decision) => decision.uid === uid)?.isOut) return []
  const place = places.find((one) => one.uid === uid)
  const act = `Excluding ${uid} from ${of}`
  const notified = 'They are notified at once, and again where they are let in again'
  if (!place) return [`${act} moves no place among the first ${grouped(places.length)}`, notified]
  const behind = places.filter(({ rank }) => rank > place.rank)
  const prizes = behind.filter(({ points }) => points > 0).length
  return [
    `${act} takes place ${grouped(place.rank)} and its prize of ${grouped(place.points)} points`,
    `Behind it move up: ${grouped(behind.length)}${behind.length + place.rank >= shownPlaces ? ' or more' : ''}, of them with a prize ${grouped(prizes)}`,
    notified,
  ]
}

function decision(season: Command, name: string): Command {
  return season
    .command(`${name} ${month} <uid>`)
    .requiredOption('--reason <text>', 'why; the member finds it in the export of their data', readReason)
}

/** `crels leaderboard check|recount` */
export function leaderboardCommands(program: Command): void {
  const leaderboard = program
    .command('leaderboard')
    .description('The ranks, which are counted from the ledger.')
  leaderboard
    .command('check')
    .description('Proves the ranks from the ledger, and changes nothing.')
    .action(async (_: object, command: Command) => {
      const { checkLeaderboard } = await import('../modules/leaderboard/public.ts')
      const proof = await withDb(checkLeaderboard)
      const { clean, standings, wrongStandings, wrongBuckets } = proof
      print(
        command,
        proof,
        clean
          ? `${grouped(standings)} standings say what the ledger says`
          : `${grouped(wrongStandings)} of ${grouped(standings)} standings and ${grouped(wrongBuckets)} buckets are wrong: \`crels leaderboard recount\``,
      )
      if (!clean) process.exitCode = 1
    })
  leaderboard
    .command('recount')
    .description('Counts the ranks anew from the ledger; frozen seasons stay as they are.')
    .action(async (_: object, command: Command) => {
      const { recount } = await import('../modules/leaderboard/public.ts')
      const counted = await withDb(async (db, config) => {
        await recordAct(command, db, config, { target: 'leaderboard' })
        return await recount(db)
      })
      print(command, counted, `Counted anew; ${grouped(counted.wrong)} standings were not as they should be`)
    })
}

function readMonth(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text
  throw new Error(`${text} is not a valid month: write it as 2026-11`)
}

function seasonLines({ month: of, season, places, approval, movingUp, decisions }: ShownSeason): string[] {
  const state = season
    ? { review: `in review until ${season.reviewUntil.toISOString()}`, approved: 'approved', paid: 'paid' }[
        season.state
      ]
    : 'not frozen'
  return [
    `Season ${of}: ${state}`,
    ...(movingUp.length > 0
      ? [
          `Someone ahead was disabled or left: another operator than ${movingUp.join(', ')} approves it (crels season approve ${of})`,
        ]
      : []),
    ...(approval
      ? [
          `To approve it pays ${grouped(approval.points)} points (crels season approve ${of} --seen ${approval.seen})`,
        ]
      : []),
    ...places.map(
      ({ rank, uid, name, value, points, outcome }) =>
        `${rank}.  ${grouped(value)}  ${uid ?? 'left'}  ${name ?? ''}  prize ${grouped(points)}${outcome ? `, ${outcome}` : ''}`,
    ),
    ...decisions.map(
      ({ uid, isOut, reason, author }) =>
        `${isOut ? 'out' : 'in again'}: ${uid ?? 'left'}, by ${author}: ${reason}`,
    ),
  ]
}

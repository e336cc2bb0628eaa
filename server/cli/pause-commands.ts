import type { Command } from 'commander'
import type { PauseView } from '#contracts/operator-economy.schemas.ts'
import type { PausableFeature } from '../modules/pauses/public.ts'
import { dollars, grouped } from '../platform/shown-amounts.ts'
import { inConfirmedActOf } from './acting-operator.ts'
import { reasoned } from './read-reason.ts'
import { print, withDb } from './with-app.ts'

const pauses = async () => await import('../modules/pauses/public.ts')

interface Pausable {
  feature: PausableFeature
  /** What a pause of it says, what its end says, and how often it was done in the last seven days. */
  pause: string
  resume: string
  used: (times: number) => string
}

/** What is paused, by the word of its command. */
const paused: Record<string, Pausable> = {
  redemptions: {
    feature: 'redemption',
    pause: 'Pause requests for payouts; those already made continue.',
    resume: 'Let members ask for payouts again.',
    used: (times) => `Redemptions requested in the last 7 days: ${grouped(times)}`,
  },
  payouts: {
    feature: 'payout',
    pause:
      'Let no payout leave: nothing approved is sent, no payment file is made or handed out, no destination opened.',
    resume: 'Let what is approved be paid again.',
    used: (times) => `Redemptions paid in the last 7 days: ${grouped(times)}`,
  },
  'sign-ups': {
    feature: 'sign-up',
    pause: 'Pause sign-up; members sign in as before.',
    resume: 'Let people sign up again.',
    used: (times) => `Sign-ups in the last 7 days: ${grouped(times)}`,
  },
  links: {
    feature: 'link-creation',
    pause: 'Let no member make a short link; those that there are redirect as before.',
    resume: 'Let members make short links again.',
    used: (times) => `Links made by members in the last 7 days: ${grouped(times)}`,
  },
}

/** `crels pause show|redemptions|payouts|sign-ups|links` and `crels resume …` */
export function pauseCommands(program: Command): void {
  const pause = program
    .command('pause')
    .description('Stop a part of the site for everybody; of the exchange it is `crels rate pause`.')
  const resume = program.command('resume').description('Open again what was paused.')
  pause
    .command('show')
    .description('Show what is paused, since when, by whom and why; of the exchange: crels rate show.')
    .action(async (_, command: Command) => {
      const { lastSwitch } = await pauses()
      const items = await withDb(async (db) => {
        const found = []
        for (const [name, { feature }] of Object.entries(paused))
          found.push({ name, last: (await lastSwitch(db, feature)) ?? null })
        return found
      })
      print(
        command,
        items.map(({ name, last }) => ({ name, paused: last?.paused ?? false, last })),
        items.map(({ name, last }) =>
          last === null
            ? `${name}  open, never paused`
            : `${name}  ${last.paused ? 'paused' : 'open'} since ${last.at.toISOString()}  ${last.author}: ${last.reason}`,
        ),
      )
    })
  for (const [name, of] of Object.entries(paused)) {
    turning(pause, { name, of, isPaused: true })
    turning(resume, { name, of, isPaused: false })
  }
}

function turning(
  under: Command,
  { name, of, isPaused }: { name: string; of: Pausable; isPaused: boolean },
): void {
  const { feature } = of
  reasoned(under.command(name))
    .description(`${isPaused ? of.pause : of.resume} It says what that touches, and asks.`)
    .option('--yes', 'do it without asking')
    .action(async ({ reason, yes }: { reason: string; yes?: boolean }, command: Command) => {
      const { switchFeature } = await pauses()
      const { pauseNow } = await import('../modules/operated-economy/public.ts')
      const changed = await inConfirmedActOf(
        command,
        {
          reach: async (tx, _, actor) => await pauseNow(tx, actor, feature),
          act: async (tx, actor) => await switchFeature(tx, actor, { feature, paused: isPaused, reason }),
          lines: (view, would) => (would ? touchedLines(view, { name, of, isPaused }) : []),
        },
        { yes },
      )
      const line = `${name} are ${isPaused ? 'paused' : 'open'}${changed ? '' : ', as they were'}`
      print(command, { name, paused: isPaused, changed }, line[0]!.toUpperCase() + line.slice(1))
    })
}

function touchedLines(
  { holds, usedIn7Days }: PauseView,
  { name, of, isPaused }: { name: string; of: Pausable; isPaused: boolean },
): string[] {
  return [
    `${isPaused ? 'Pausing' : 'Resuming'} ${name} holds for every member at once`,
    ...(holds ? [heldLine(holds, isPaused)] : []),
    of.used(usedIn7Days),
  ]
}

/** What a pause of payouts has wait, or its end lets go, as Home counts it. */
function heldLine({ payouts, payoutRuns }: NonNullable<PauseView['holds']>, isPaused: boolean): string {
  const worth = ({ usdCents }: { usdCents: number | null }) =>
    usdCents === null ? '' : ` (${dollars(usdCents)})`
  const countedAt = payouts.countedAt ?? payoutRuns.countedAt
  const counts = `approved payouts ${grouped(payouts.count)}${worth(payouts)}, open payout runs ${grouped(payoutRuns.count)}${worth(payoutRuns)}`
  return `${isPaused ? 'It holds' : 'It lets go'}: ${counts}${countedAt === null ? '' : `, as counted at ${countedAt}`}`
}

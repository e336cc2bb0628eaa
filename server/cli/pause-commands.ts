import type { Command } from 'commander'
import type { PausableFeature } from '../modules/pauses/public.ts'
import { inActOf } from './acting-operator.ts'
import { reasoned } from './read-reason.ts'
import { print, withDb } from './with-app.ts'

const pauses = async () => await import('../modules/pauses/public.ts')

/** What is paused, by the word of its command: what a pause of it says, and what its end says. */
const paused: Record<string, { feature: PausableFeature; pause: string; resume: string }> = {
  redemptions: {
    feature: 'redemption',
    pause: 'Pause requests for payouts; those already made continue.',
    resume: 'Let members ask for payouts again.',
  },
  payouts: {
    feature: 'payout',
    pause:
      'Let no payout leave: nothing approved is sent, no payment file is made or handed out, no destination opened.',
    resume: 'Let what is approved be paid again.',
  },
  'sign-ups': {
    feature: 'sign-up',
    pause: 'Pause sign-up; members sign in as before.',
    resume: 'Let people sign up again.',
  },
  links: {
    feature: 'link-creation',
    pause: 'Let no member make a short link; those that there are redirect as before.',
    resume: 'Let members make short links again.',
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
  for (const [name, { feature, ...says }] of Object.entries(paused)) {
    turning(pause, { name, feature, isPaused: true, says: says.pause })
    turning(resume, { name, feature, isPaused: false, says: says.resume })
  }
}

function turning(
  under: Command,
  {
    name,
    feature,
    isPaused,
    says,
  }: { name: string; feature: PausableFeature; isPaused: boolean; says: string },
): void {
  reasoned(under.command(name))
    .description(says)
    .action(async ({ reason }: { reason: string }, command: Command) => {
      const { switchFeature } = await pauses()
      const changed = await inActOf(
        command,
        async (tx, actor) => await switchFeature(tx, actor, { feature, paused: isPaused, reason }),
      )
      const line = `${name} are ${isPaused ? 'paused' : 'open'}${changed ? '' : ', as they were'}`
      print(command, { name, paused: isPaused, changed }, line[0]!.toUpperCase() + line.slice(1))
    })
}

import { randomUUID } from 'node:crypto'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { ADJUSTED_ASSETS, ADJUSTMENT_MAX, type AdjustedAsset } from '#rules/adjustment.ts'
import type { App } from '../app.ts'
import type { OperatedMember } from '../modules/identity/public.ts'
import type { OperatorActor, PersonActor } from '../modules/operators/public.ts'
import { withAppOf } from './acting-operator.ts'
import { dollars, grouped } from '../platform/shown-amounts.ts'
import { confirm } from './confirm.ts'
import { readReason, reasoned } from './read-reason.ts'
import { print } from './with-app.ts'

/** `crels member show|adjust|disable|enable|sign-out|remove-second-factors` */
export function memberCommands(program: Command): void {
  const member = program.command('member').description('The members of this installation, by uid or address.')
  member
    .command('show <member>')
    .description(
      'Show an account: its state, where it is signed in, what happened to it. The log says that you did.',
    )
    .action(async (who: string, _, self: Command) => {
      const found = await withAppOf(self, async ({ members }, actor) => await members.show(actor, who))
      print(self, found, lines(found))
    })
  adjustCommand(member)
  const add = (
    name: string,
    description: string,
    act: (members: App['members'], actor: OperatorActor, given: Given) => Promise<OperatedMember>,
  ) =>
    member
      .command(`${name} <member>`)
      .description(description)
      .action(async (who: string, options: { reason?: string }, self: Command) => {
        const found = await withAppOf(
          self,
          async ({ members }, actor) => await act(members, actor, { who, reason: options.reason ?? '' }),
        )
        print(self, found, lines(found))
      })
  for (const isDisabling of [true, false]) turnCommand(member, isDisabling)
  add(
    'sign-out',
    'End every session of an account; it may sign in again.',
    async (members, actor, { who, reason }) => await members.signOut(actor, who, reason || undefined),
  ).option('--reason <text>', 'why', readReason)
  reasoned(
    add(
      'remove-second-factors',
      'Remove the second factors of a member who lost theirs, and end every session; make sure who asks. They are mailed.',
      async (members, actor, { who, reason }) => await members.removeSecondFactors(actor, who, reason),
    ),
  )
}

/** `crels member disable|enable`: says what of theirs stops or works again, and asks. */
function turnCommand(member: Command, isDisabling: boolean): void {
  reasoned(
    member
      .command(`${isDisabling ? 'disable' : 'enable'} <member>`)
      .description(
        isDisabling
          ? 'Shut an account out: no sign-in works, and every session ends as disabled. It says what stops, and asks.'
          : 'Let a disabled account in again. It says what works again, and asks.',
      ),
  )
    .option('--yes', 'do it without asking')
    .action(async (who: string, { reason, yes }: Turn, self: Command) => {
      const found = await withAppOf(self, async (app, actor) => {
        if (!yes) await confirm(await turnLines(app, actor, { who, isDisabling }), { yes })
        return await app.members[isDisabling ? 'disable' : 'enable'](actor, who, reason)
      })
      print(self, found, lines(found))
    })
}

/** What disabling stops, as the console counts it, or enabling gives back; nothing is asked where it is so already. */
async function turnLines(
  app: App,
  actor: PersonActor,
  { who, isDisabling }: { who: string; isDisabling: boolean },
): Promise<string[]> {
  const { uid, email, state, shortId } = await app.members.show(actor, who)
  if ((state === 'active') !== isDisabling) return []
  const act = `${isDisabling ? 'Disabling' : 'Enabling'} ${uid} (${email})`
  if (shortId === null) return [`${act}, who never used the site`]
  const { memberReach } = await import('../modules/operated-members/public.ts')
  const reach = await memberReach(app.db, actor, { uid }, app.members)
  const { links, campaigns, crels, redemptions, redemptionsUsdCents, orders, sessions } = reach
  const counts = [
    counted(links, 'link'),
    counted(campaigns, 'campaign'),
    counted(crels, 'crel'),
    `${counted(redemptions, 'redemption')} of ${dollars(redemptionsUsdCents)}`,
    counted(orders, 'order'),
  ].join(', ')
  return isDisabling
    ? [
        `${act} stops, until they are enabled: ${counts}`,
        `Their sessions end for good: ${grouped(sessions)}`,
        'What their followers click or buy meanwhile earns nothing. They are mailed, without the reason',
      ]
    : [`${act} gives back: ${counts}`, 'What was clicked or bought in the meantime stays unpaid']
}

function counted(count: number, thing: string): string {
  return `${grouped(count)} ${thing}${count === 1 ? '' : 's'}`
}

/** `crels member adjust` */
function adjustCommand(member: Command): void {
  reasoned(
    member
      .command('adjust <member>')
      .description('Add crels or points to a balance, or with a minus take some; the owners are mailed.')
      .addOption(new Option('--asset <asset>', 'which balance').choices(ADJUSTED_ASSETS).default('crels'))
      .requiredOption('--amount <amount>', `a whole number, up to ${ADJUSTMENT_MAX}`),
  ).action(
    async (
      who: string,
      { asset, reason, ...given }: { asset: AdjustedAsset; amount: string; reason: string },
      self: Command,
    ) => {
      const amount = readAmount(given.amount)
      const done = await withAppOf(self, async (app, actor) => {
        const { uid } = await app.members.show(actor, who)
        const { adjustMember } = await import('../modules/operated-members/public.ts')
        const adjustment = { id: randomUUID(), uid, asset, amount, reason }
        return await app.db
          .transaction()
          .execute(async (tx) => await adjustMember(tx, actor, adjustment, app))
      })
      const count = grouped(Math.abs(amount))
      print(
        self,
        { asset, amount, ...done },
        `${count} ${asset} ${amount > 0 ? 'added' : 'taken'}: ${done.transactionId}`,
      )
    },
  )
}

function readAmount(text: string): number {
  const amount = Number(text)
  if (!/^[+-]?\d+$/.test(text) || amount === 0 || Math.abs(amount) > ADJUSTMENT_MAX)
    throw new InvalidArgumentError(`It is a whole number, up to ${ADJUSTMENT_MAX}; with a minus it is taken.`)
  return amount
}

interface Given {
  who: string
  reason: string
}

interface Turn {
  reason: string
  yes?: boolean
}

function lines(member: OperatedMember): string[] {
  const { uid, email, emailVerified, displayName, state, shortId, sessions, events } = member
  return [
    emailVerified === null
      ? `${uid}  ${email}`
      : `${uid}  ${email} (${emailVerified ? 'verified' : 'not verified'})`,
    `${displayName ?? 'no name'}, ${state}, creator id ${shortId ?? 'none yet'}`,
    sessions === null
      ? 'Password and devices are with the identity provider'
      : `Signed in at ${sessions.length} place${sessions.length === 1 ? '' : 's'}`,
    ...(sessions ?? []).map(
      ({ browser, system, country, lastSeenAt }) =>
        `  ${[browser, system, country].filter(Boolean).join(', ') || 'unknown device'}, last used ${lastSeenAt.toISOString()}`,
    ),
    ...events.map(({ kind, at, note }) => `  ${at.toISOString()} ${kind}${note ? `: ${note}` : ''}`),
  ]
}

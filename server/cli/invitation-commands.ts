import type { Command } from 'commander'
import { inActOf, lookAtList } from './acting-operator.ts'
import { listLimit } from './print-list.ts'
import { print } from './with-app.ts'

/** `crels invitation under-review|release|refuse` */
export function invitationCommands(program: Command): void {
  const invitation = program
    .command('invitation')
    .description('Friend invitations that wait for a person: the two seem to be one.')
  invitation
    .command('under-review')
    .description('Lists invitations under review, the oldest first. The log says that you looked.')
    .option('--limit <count>', 'how many lines at most', '100')
    .action(async ({ limit }: { limit: string }, command: Command) => {
      const { invitationsUnderReview } = await import('../modules/friends/public.ts')
      const most = listLimit(limit)
      const invitations = await lookAtList(
        command,
        'invitations under review',
        async (tx) => await invitationsUnderReview(tx, { limit: most + 1 }),
      )
      const shown = invitations.slice(0, most)
      const lines = shown.map(
        ({ friendUid, inviterUid, reason }) => `${friendUid}  invited by ${inviterUid}: ${reason}`,
      )
      if (invitations.length > most) lines.push(`More than ${most}: ask for more by --limit`)
      print(command, shown, lines.length > 0 ? lines : 'None is under review')
    })
  invitation
    .command('release <friendUid>')
    .description('Lets an invitation under review go on: both are paid within a minute.')
    .action(async (friendUid: string, _: object, command: Command) => {
      const { releaseInvitation } = await import('../modules/friends/public.ts')
      const { databaseNow } = await import('../platform/clock.ts')
      const released = await inActOf(command, async (tx, actor) =>
        releaseInvitation(tx, actor, { friendUid, at: await databaseNow(tx) }),
      )
      if (!released) throw new Error(`No invitation of ${friendUid} is under review`)
      print(command, { friendUid, state: 'waiting' }, `The invitation of ${friendUid} goes on`)
    })
  invitation
    .command('refuse <friendUid>')
    .description('Ends an invitation under review for good.')
    .requiredOption('--reason <reason>', 'why, in snake_case; both see it')
    .action(async (friendUid: string, { reason }: { reason: string }, command: Command) => {
      const { refuseInvitation } = await import('../modules/friends/public.ts')
      const { databaseNow } = await import('../platform/clock.ts')
      const refused = await inActOf(command, async (tx, actor) =>
        refuseInvitation(tx, actor, { friendUid, reason, at: await databaseNow(tx) }),
      )
      if (!refused) throw new Error(`No invitation of ${friendUid} is under review`)
      print(command, { friendUid, state: 'refused', reason }, `The invitation of ${friendUid} is refused`)
    })
}

import type { Command } from 'commander'
import { inTransaction, print, withDb } from './with-app.ts'

/** `crels invitation held|release|refuse` */
export function invitationCommands(program: Command): void {
  const invitation = program
    .command('invitation')
    .description('Friend invitations that wait for a person: the two seem to be one.')
  invitation
    .command('held')
    .description('Lists held invitations, the oldest first.')
    .action(async (_: object, command: Command) => {
      const { heldInvitations } = await import('../modules/friends/public.ts')
      const held = await withDb(async (db) => await heldInvitations(db))
      const lines = held.map(
        ({ friendUid, inviterUid, reason }) => `${friendUid}  invited by ${inviterUid}: ${reason}`,
      )
      print(command, held, lines.length > 0 ? lines : 'None is held')
    })
  invitation
    .command('release <friendUid>')
    .description('Lets a held invitation go on: both are paid within a minute.')
    .action(async (friendUid: string, _: object, command: Command) => {
      const { releaseInvitation } = await import('../modules/friends/public.ts')
      const { databaseNow } = await import('../platform/clock.ts')
      const released = await inTransaction(
        async (tx) => await releaseInvitation(tx, friendUid, await databaseNow(tx)),
      )
      if (!released) throw new Error(`No invitation of ${friendUid} is held`)
      print(command, { friendUid, state: 'waiting' }, `The invitation of ${friendUid} goes on`)
    })
  invitation
    .command('refuse <friendUid>')
    .description('Ends a held invitation for good.')
    .requiredOption('--reason <reason>', 'why, in snake_case; both see it')
    .action(async (friendUid: string, { reason }: { reason: string }, command: Command) => {
      const { refuseInvitation } = await import('../modules/friends/public.ts')
      const { databaseNow } = await import('../platform/clock.ts')
      const refused = await inTransaction(
        async (tx) => await refuseInvitation(tx, friendUid, { reason, at: await databaseNow(tx) }),
      )
      if (!refused) throw new Error(`No invitation of ${friendUid} is held`)
      print(command, { friendUid, state: 'refused', reason }, `The invitation of ${friendUid} is refused`)
    })
}

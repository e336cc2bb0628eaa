import type { Command } from 'commander'
import type { App } from '../app.ts'
import type { OperatedMember } from '../modules/identity/public.ts'
import { readAuthor } from './read-author.ts'
import { print, withApp } from './with-app.ts'

/** `crels member show|disable|enable|sign-out|remove-second-factors` */
export function memberCommands(program: Command): void {
  const member = program.command('member').description('The members of this installation, by uid or address.')
  const add = (
    name: string,
    description: string,
    act: (members: App['members'], who: string, reason: string) => Promise<OperatedMember>,
    { reason = false } = {},
  ) => {
    const command = member.command(`${name} <member>`).description(description)
    if (reason) command.requiredOption('--reason <text>', 'why, for operators to read later')
    command.action(async (who: string, options: { reason?: string }, self: Command) => {
      const found = await withApp(async ({ members }) => await act(members, who, options.reason ?? ''))
      print(self, found, lines(found))
    })
  }
  add(
    'show',
    'Show an account: its state, where it is signed in, what happened to it.',
    async (members, who) => members.show(who),
  )
  add(
    'disable',
    'Shut an account out: no sign-in works, and every session ends as disabled.',
    async (members, who, reason) => members.disable(who, reason),
    { reason: true },
  )
  add(
    'enable',
    'Let a disabled account in again.',
    async (members, who, reason) => members.enable(who, reason),
    { reason: true },
  )
  add('sign-out', 'End every session of an account; it may sign in again.', async (members, who) =>
    members.signOut(who),
  )
  member
    .command('remove-second-factors <member>')
    .description(
      'Remove the second factors of a member who lost theirs, and end every session; make sure who asks. They are mailed.',
    )
    .requiredOption('--author <name>', 'who removes them', readAuthor)
    .requiredOption('--reason <text>', 'why, and how you made sure who they are')
    .action(async (who: string, { author, reason }: { author: string; reason: string }, self: Command) => {
      const found = await withApp(
        async ({ members }) => await members.removeSecondFactors(who, reason, author),
      )
      print(self, found, lines(found))
    })
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

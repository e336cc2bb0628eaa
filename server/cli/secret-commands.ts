import type { Command } from 'commander'
import type { EndedSeals } from '../platform/lost-seals.ts'
import type { StartedOver } from '../platform/rotate-secret.ts'
import { undoable } from '../platform/undoable.ts'
import { recordAct, recordActIn } from './acting-operator.ts'
import { confirm } from './confirm.ts'
import { print, withDb } from './with-app.ts'

const rotation = async () => await import('../platform/rotate-secret.ts')
const places = async () => (await import('../sealed-places.ts')).sealedPlaces

/** `crels secret rotate|forget-old|start-over` */
export function secretCommands(program: Command): void {
  const secret = program.command('secret').description('The SECRET, and the keys that it seals.')
  secret
    .command('rotate')
    .description('Seal everything again after SECRET was replaced. May be run again at any time.')
    .action(async (_, command: Command) => {
      const { rotateSecret } = await rotation()
      const columns = await places()
      const done = await withDb(async (db, config) => {
        await recordAct(command, db, config, { target: 'secret' })
        return await rotateSecret(db, config, columns)
      })
      print(command, done, [
        `Sealed ${done.resealed} again${done.unreadable > 0 ? `; no key opens ${done.unreadable}, which were left` : ''}`,
        'SECRET_PREVIOUS is not needed any more',
      ])
    })
  secret
    .command('forget-old')
    .description(
      'Remove older keys now instead of in 31 days: others may have the old SECRET. Restart first.',
    )
    .action(async (_, command: Command) => {
      const { forgetOldKeys } = await rotation()
      const columns = await places()
      const done = await withDb(async (db, config) => {
        await recordAct(command, db, config, { target: 'secret' })
        return await forgetOldKeys(db, config, columns)
      })
      print(command, done, `Removed ${done.removed}`)
    })
  secret
    .command('start-over')
    .description(
      'Make new keys where SECRET is lost for good, and end what was sealed: it says what that is, and asks. Stop Crels first.',
    )
    .option('--yes', 'without asking')
    .action(async (options: { yes?: boolean }, command: Command) => {
      const { madeKeys, ended } = await startOverOf(command, options)
      print(command, { done: true, ended: countsOf(ended) }, [
        ...ended.map(line),
        madeKeys ? 'Made new keys: start Crels' : 'The keys are as they were',
      ])
    })
}

/**
 * Done and undone first, to say what it ends and to write that into the log before; what came about meanwhile refuses it, as
 * nothing does while Crels is stopped.
 */
async function startOverOf(command: Command, options: { yes?: boolean }): Promise<StartedOver> {
  const [{ startOver }, { lostSeals }, { inTransaction }] = await Promise.all([
    rotation(),
    import('../lost-seals.ts'),
    import('../platform/transaction.ts'),
  ])
  return await withDb(async (db, config) => {
    const expected = await undoable<StartedOver>(
      async (undo) => await inTransaction(db, async (tx) => undo(await startOver(tx, config, lostSeals))),
    )
    const asked = expected.ended.map(line)
    await confirm(asked.length > 0 ? asked : ['Nothing is sealed: it only makes new keys'], options)
    return await inTransaction(db, async (tx) => {
      await recordActIn(tx, command, config, { target: 'secret', after: countsOf(expected.ended) })
      const done = await startOver(tx, config, lostSeals)
      if (JSON.stringify(done) !== JSON.stringify(expected))
        throw new Error(
          'Something was changed meanwhile, and nothing was done: stop Crels, then run it again',
        )
      return done
    })
  })
}

function line({ kind: [one, several], count, outcome }: EndedSeals): string {
  return `${count} ${count === 1 ? one : several}: ${outcome}`
}

function countsOf(ended: readonly EndedSeals[]): Record<string, number> {
  return Object.fromEntries(ended.map(({ kind: [, several], count }) => [several, count]))
}

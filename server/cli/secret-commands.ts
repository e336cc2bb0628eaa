import type { Command } from 'commander'
import { recordAct } from './acting-operator.ts'
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
      'Make new keys where SECRET is lost for good. What was sealed stays unreadable. Stop Crels first.',
    )
    .action(async (_, command: Command) => {
      const { startOver } = await rotation()
      await withDb(async (db, config) => {
        await recordAct(command, db, config, { target: 'secret' })
        await startOver(db, config)
      })
      print(command, { done: true }, 'Made new keys: start Crels')
    })
}

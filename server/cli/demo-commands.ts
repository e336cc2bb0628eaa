import type { Command } from 'commander'
import { grouped } from '../platform/shown-amounts.ts'
import { recordAct } from './acting-operator.ts'
import { print, withApp, withDatabase, withDb } from './with-app.ts'

/** `crels demo load|remove` */
export function demoCommands(program: Command): void {
  const demo = program.command('demo').description('Brands, campaigns and creators to look at.')
  demo
    .command('load')
    .description('Load the demo data.')
    .action(async (_, command: Command) => {
      const { loadDemo } = await import('../demo/load-demo.ts')
      const loaded = await withApp(async (app) => {
        await recordAct(command, app.db, app.config, { target: 'demo' })
        return await loadDemo(app)
      })
      print(command, loaded, `Demo data is loaded. Sign in as ${loaded.email}, password ${loaded.password}`)
    })
  demo
    .command('remove')
    .description('Remove all demo data; the ledger keeps its entries, closed and balanced.')
    .action(async (_, command: Command) => {
      const { removeDemo } = await import('../demo/remove-demo.ts')
      await withDb(async (db, config) => await recordAct(command, db, config, { target: 'demo' }))
      const removed = await withDatabase(removeDemo)
      print(
        command,
        removed,
        `Removed ${removed.brands} brands, ${removed.campaigns} campaigns, ${grouped(removed.members)} members`,
      )
    })
}

import * as contract from '#contracts/operator-setup.endpoints.ts'
import type { Demo, DemoRun } from '#contracts/operator-setup.schemas.ts'
import type { Config } from '../config.ts'
import { hasDevelopmentTools } from '../development-tools.ts'
import { authorOf, operate, type OperatorActor } from '../modules/operators/public.ts'
import type { Db, Tx } from '../platform/database.ts'
import { answer, bind } from '../platform/http/bind.ts'
import { problem } from '../platform/http/problems.ts'
import { job, type Jobs } from '../platform/jobs.ts'
import type { Module } from '../platform/module.ts'
import { demoCreator } from './content/creators.ts'
import { beginRun, endRun, hasDemo, hasRealMembers, insertRun, lastRun, recordStep } from './demo-runs.ts'
import type { DemoApp } from './load-demo.ts'

interface Deps {
  db: Db
  config: Config & { databaseUrl: string }
  jobs: () => Pick<Jobs, 'add'>
  /** The product, once it is composed. */
  app: () => DemoApp
}

/** Demo data in the console: loaded and removed by jobs that say how far they are. */
export function demoModule(deps: Deps): Module {
  const { db, config, app } = deps
  return {
    routes: [
      bind(contract.getDemo, async ({ db: pool }) => await demoOf(pool, deps)),
      bind(contract.loadDemoData, async ({ transaction, actor }) =>
        answer(202, await transaction((tx) => ask(tx, actor, 'load', deps))),
      ),
      bind(contract.removeDemoData, async ({ transaction, actor }) =>
        answer(202, await transaction((tx) => ask(tx, actor, 'remove', deps))),
      ),
    ],
    jobs: [
      job({
        name: 'run-demo',
        doc: 'Loads or removes the demo data, for an owner who asked in the console.',
        retryLimit: 2,
        run: async ({ id, kind }: { id: number; kind: DemoRun['kind'] }) => {
          if (!(await beginRun(db, id))) return { done: false }
          try {
            await (kind === 'load' ? load(id) : remove())
            await endRun(db, id, 'done')
            return { done: true }
          } catch (error) {
            await endRun(db, id, 'failed')
            throw error
          }
        },
      }),
    ],
  }

  async function load(id: number): Promise<void> {
    // Of a worker that was killed after all was there.
    if (await hasDemo(db)) return
    if (await hasRealMembers(db)) throw new Error('Someone signed up before the demo data was loaded')
    const { loadDemo } = await import('./load-demo.ts')
    await loadDemo(app(), async (step) => await recordStep(db, id, step))
  }

  async function remove(): Promise<void> {
    if (!(await hasDemo(db))) return
    const { removeDemo } = await import('./remove-demo.ts')
    await removeDemo(config.databaseUrl)
  }
}

async function demoOf(db: Db, { config, app }: Pick<Deps, 'config' | 'app'>): Promise<Demo> {
  const isLoaded = await hasDemo(db)
  return {
    isLoaded,
    refusal: await refusalOf(db, config),
    run: await lastRun(db),
    // As `npm start` prints it: on this machine alone.
    signIn:
      isLoaded && hasDevelopmentTools(config)
        ? { email: demoCreator.email, password: app().demoPassword() }
        : null,
  }
}

/** Why no demo data can be loaded. */
async function refusalOf(db: Db, config: Config): Promise<Demo['refusal']> {
  if (!hasDevelopmentTools(config)) return 'serves_people'
  return (await hasRealMembers(db)) ? 'has_members' : null
}

const refusals: Record<NonNullable<Demo['refusal']>, string> = {
  serves_people: 'This installation serves people: its demo shops are on a page of development.',
  has_members: 'Real members are here. Demo creators would stand beside them.',
}

/** Asks for a load or a removal. Throws `conflict` where one is under way, nothing is to be done, or it is refused. */
async function ask(tx: Tx, actor: OperatorActor, kind: DemoRun['kind'], deps: Deps): Promise<Demo> {
  const { isLoaded, refusal } = await demoOf(tx, deps)
  if (kind === 'load' && refusal) throw problem('conflict', { detail: refusals[refusal] })
  if (isLoaded === (kind === 'load'))
    throw problem('conflict', { detail: isLoaded ? 'The demo data is loaded.' : 'There is no demo data.' })
  await operate(tx, actor, { action: kind === 'load' ? 'demo.load' : 'demo.remove', target: 'demo' })
  const id = await insertRun(tx, kind, authorOf(actor))
  if (id === undefined) throw problem('conflict', { detail: 'It is being loaded or removed already.' })
  await deps.jobs().add(tx, 'run-demo', { id, kind })
  return await demoOf(tx, deps)
}

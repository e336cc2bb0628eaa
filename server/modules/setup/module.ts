import * as contract from '#contracts/operator-setup.endpoints.ts'
import { currentVersion } from '#server/modules/economy/public.ts'
import { operate, type PersonActor } from '#server/modules/operators/public.ts'
import type { Db } from '#server/platform/database.ts'
import { answer, bind } from '#server/platform/http/bind.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { sendTestMail } from './send-test-mail.ts'
import { setupOf } from './setup-of.ts'

/** What an operator does first on an installation that has nothing. */
export function setupModule({
  config,
  clock,
  mailer,
}: Pick<Platform, 'config' | 'clock' | 'mailer'>): Module {
  const read = async (db: Db, reader: PersonActor) =>
    await setupOf(db, { config, mailer, now: clock.now(), reader })
  return {
    routes: [
      bind(contract.getSetup, ({ db, actor }) => read(db, actor)),
      bind(contract.keepEconomy, async ({ transaction, actor, body }) =>
        transaction(async (tx) => {
          const { version, author } = await currentVersion(tx)
          if (version !== body.version)
            throw problem('conflict', { detail: `${author} made version ${version} in between.` })
          await operate(tx, actor, { action: 'economy.keep', target: 'economy', after: { version } })
          return await read(tx, actor)
        }),
      ),
      bind(contract.sendTestMail, async ({ transaction, actor }) =>
        answer(202, await transaction((tx) => sendTestMail(tx, actor, mailer))),
      ),
      bind(contract.confirmTestMail, async ({ transaction, actor }) =>
        transaction(async (tx) => {
          const { testMail } = await read(tx, actor)
          if (!testMail) throw problem('conflict', { detail: 'You have sent no test mail.' })
          // Said again, it says the same.
          if (!testMail.isArrived)
            await operate(tx, actor, { action: 'mail.arrived', target: actor.operatorId })
          return await read(tx, actor)
        }),
      ),
    ],
  }
}

import * as contract from '#contracts/operator-setup.endpoints.ts'
import { answer, bind } from '#server/platform/http/bind.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { sendTestMail } from './send-test-mail.ts'
import { setupOf } from './setup-of.ts'

/** What an operator does first on an installation that has nothing. */
export function setupModule({
  config,
  clock,
  mailer,
}: Pick<Platform, 'config' | 'clock' | 'mailer'>): Module {
  return {
    routes: [
      bind(contract.getSetup, ({ db }) => setupOf(db, { config, now: clock.now() })),
      bind(contract.sendTestMail, async ({ transaction, actor }) =>
        answer(202, await transaction((tx) => sendTestMail(tx, actor, mailer))),
      ),
    ],
  }
}

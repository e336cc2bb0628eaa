import { m } from '#messages'
import { operate, type PersonActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'

/** Mails the operator who asks, and writes into the log that they did; answers the address. */
export async function sendTestMail(tx: Tx, actor: PersonActor, mailer: Mailer): Promise<{ to: string }> {
  await operate(tx, actor, { action: 'mail.test', target: actor.operatorId })
  const mail = composeMail({
    to: actor.email,
    subject: m.operators_test_mail_subject(),
    lines: [m.operators_test_mail_hello({ name: actor.name }), m.operators_test_mail_what()],
  })
  await mailer.send(tx, { ...mail, isRequested: true })
  return { to: actor.email }
}

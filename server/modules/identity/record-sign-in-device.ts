import { sql } from 'kysely'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { inAccountLanguage } from '#server/modules/accounts/public.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { deviceName } from '#server/platform/device-name.ts'
import type { IdentityDeps } from './identity-deps.ts'
import type { OpenSession } from './open-session.ts'
import type { Caller } from './session-cookie.ts'
import { countryText, deviceText } from '#server/platform/mail/who-asked.ts'

/**
 * Records the country and device a session was opened with. The first sign-in from another browser, system or country is
 * mailed to the member; the very first device of an account, and an address not verified yet, are not news.
 */
export async function recordSignInDevice(
  identity: IdentityDeps,
  session: OpenSession,
  caller: Caller,
): Promise<void> {
  const { identityDb, secret } = identity
  const { uid, emailVerified } = session.user
  const { browser, system } = deviceName(caller.userAgent)
  const deviceHash = secret.hash('known device', `${uid} ${browser} ${system} ${caller.country}`)
  await identityDb.transaction().execute(async (tx) => {
    if (caller.country !== null)
      await sql`
        insert into session_place (session_id, country) values (${session.sessionId}, ${caller.country})`.execute(
        tx,
      )
    const { rows } = await sql<{ isNew: boolean; others: boolean }>`
      insert into known_device (uid, device_hash) values (${uid}, ${deviceHash})
      on conflict (uid, device_hash) do update set last_seen_at = now()
      returning xmax = 0 as "isNew",
        exists (select from known_device o where o.uid = ${uid} and o.device_hash <> ${deviceHash}) as others`.execute(
      tx,
    )
    const { isNew, others } = rows[0]!
    if (isNew && others && emailVerified)
      await inAccountLanguage(tx, uid, async () => await mailNewDevice(tx, identity, session, caller))
  })
}

async function mailNewDevice(
  tx: IdentityDeps['identityDb'],
  { mailer, publicOrigin }: IdentityDeps,
  { user }: OpenSession,
  caller: Caller,
) {
  const mail = composeMail({
    to: user.email,
    subject: m.mail_new_device_subject(),
    lines: [
      m.mail_new_device_hello({ device: deviceText(caller.userAgent), country: countryText(caller.country) }),
      m.mail_new_device_you(),
    ],
    action: { label: m.mail_new_device_action(), url: `${publicOrigin}${paths.resetPassword}` },
    notes: [m.mail_new_device_not_you()],
  })
  await mailer.send(tx, mail)
}

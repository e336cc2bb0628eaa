import { sql } from 'kysely'
import type { Language } from '#contracts/languages.ts'
import type { Db } from '#server/platform/database.ts'
import { inLanguage, languageInUse } from '#server/platform/language.ts'
import type { Mail, Mailer } from '#server/platform/mail/mailer.ts'

/**
 * Writes something to the owner of an account in the language of that account, whatever the browser of who asked speaks:
 * that may be a thief's. Until there is a member, as at a sign-up, the language in use is theirs. Also for transactions of
 * the identity provider.
 */
export async function inAccountLanguage<T>(db: Db, uid: string, write: () => T | Promise<T>): Promise<T> {
  const { rows } = await sql<{ language: Language | null }>`
    select public.account_language(${uid}) as language`.execute(db)
  return await inLanguage(rows[0]!.language ?? languageInUse(), write)
}

/** Mails the owner of an account, in its language, what `compose` gives. */
export async function mailAccount(
  db: Db,
  mailer: Pick<Mailer, 'send'>,
  uid: string,
  compose: () => Mail,
): Promise<void> {
  await mailer.send(db, await inAccountLanguage(db, uid, compose))
}

/** Makes a language the account's own, as its member chose it. */
export async function setLanguage(db: Db, uid: string, language: Language): Promise<void> {
  await sql`update member set language = ${language} where uid = ${uid}`.execute(db)
}

/** Gives an account from before languages were recorded that of its member's visit; a recorded one stays. */
export async function recordLanguage(db: Db, uid: string): Promise<void> {
  await sql`update member set language = ${languageInUse()} where uid = ${uid} and language is null`.execute(
    db,
  )
}

import { sql } from 'kysely'
import type { MailChoices } from '#contracts/mail-choices.schemas.ts'
import { mailChoices, type MailKind } from '#rules/mail-kinds.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'

/** Which mails a member gets. Throws `forbidden` for another's uid. */
export async function getMailChoices(
  db: Db,
  actor: Pick<MemberActor, 'uid'>,
  uid: string,
): Promise<MailChoices> {
  if (uid !== actor.uid) throw problem('forbidden')
  return mailChoices(await chosen(db, uid))
}

/** Switches kinds of mail on or off; the others stay. Throws `forbidden`, and `not_found` without a member. */
export async function changeMailChoices(
  tx: Tx,
  actor: Pick<MemberActor, 'uid'>,
  { uid, choices }: { uid: string; choices: Partial<MailChoices> },
): Promise<MailChoices> {
  if (uid !== actor.uid) throw problem('forbidden')
  for (const [kind, isWanted] of Object.entries(choices))
    if (!(await writeChoice(tx, uid, kind as MailKind, isWanted))) throw problem('not_found')
  return mailChoices(await chosen(tx, uid))
}

/** Whether a member wants a kind of mail, and is here to get it. */
export async function wantsMail(tx: Db, uid: string, kind: MailKind): Promise<boolean> {
  const { rows } = await sql`select from member where uid = ${uid} and state = 'active'`.execute(tx)
  return rows.length > 0 && mailChoices(await chosen(tx, uid))[kind]
}

/** A member who asked for a kind of mail, and when they did. */
export interface WantedMail {
  uid: string
  email: string
  since: Date
}

/** Active members who asked for a kind of mail themselves, by uid; those who merely never chose are not among them. */
export async function membersWhoWant(
  db: Db,
  kind: MailKind,
  { after, limit }: { after: string; limit: number },
): Promise<WantedMail[]> {
  const { rows } = await sql<WantedMail>`
    select m.uid, m.email, c.changed_at as since
    from mail_choice c join member m on m.uid = c.uid
    where c.kind = ${kind} and c.is_wanted and m.state = 'active' and c.uid > ${after}
    order by c.uid limit ${limit}`.execute(db)
  return rows
}

/** Writes a choice; false when there is no such member (any more). */
export async function writeChoice(tx: Db, uid: string, kind: MailKind, isWanted: boolean): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into mail_choice (uid, kind, is_wanted)
    select uid, ${kind}, ${isWanted} from member where uid = ${uid} for key share
    on conflict (uid, kind) do update set is_wanted = excluded.is_wanted, changed_at = excluded.changed_at`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

async function chosen(db: Db, uid: string): Promise<Partial<Record<MailKind, boolean>>> {
  const { rows } = await sql<{ kind: MailKind; isWanted: boolean }>`
    select kind, is_wanted as "isWanted" from mail_choice where uid = ${uid}`.execute(db)
  return Object.fromEntries(rows.map(({ kind, isWanted }) => [kind, isWanted]))
}

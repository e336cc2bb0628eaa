import { randomBytes } from 'node:crypto'
import { normalEmail } from '#rules/normal-email.ts'
import { drawShortId } from '#rules/short-id.ts'
import { newParty } from '#server/modules/ledger/public.ts'
import { listOperators } from '#server/modules/operators/public.ts'
import { requireOpen } from '#server/modules/pauses/public.ts'
import type { Db } from '#server/platform/database.ts'
import { languageInUse } from '#server/platform/language.ts'
import { newId } from '#server/platform/ids.ts'
import { embeddedIssuer, type VerifiedToken } from '#server/platform/verified-token.ts'
import { problem } from '#server/platform/http/problems.ts'
import { hasTombstone } from './tombstone-queries.ts'
import { findMemberBySub, insertMember, setMemberEmail, type Member } from './member-queries.ts'

/** What of a token a member is made from. */
export type ProvisioningToken = Pick<VerifiedToken, 'iss' | 'sub' | 'email' | 'displayName' | 'photoURL'> &
  Partial<Pick<VerifiedToken, 'signedInAt' | 'emailVerified'>> & {
    /** Of the browser that signs up, an IANA name. */
    timeZone?: string
  }

/**
 * The member behind a valid token: found by `(iss, sub)`, or made by their first call. Callers at the same moment get
 * the same member; throws `user_deleted` for one who left, and `sign_up_paused` for a new one of an outside provider.
 * The uid is the subject itself for the embedded provider. An outside provider knows who left by the same subject as
 * ever: they are let in, as a new member, once they have signed in after they left.
 */
export async function provisionMember(db: Db, token: ProvisioningToken): Promise<Member> {
  // More than one round only when a creator id is taken (1 in 377 thousand million) or the row is being made.
  for (let round = 0; round < 10; round++) {
    const known = await findMemberBySub(db, token.iss, token.sub)
    if (known) return await withEmail(db, known, token)
    // An account of the embedded provider was let in when it was made.
    if (token.iss !== embeddedIssuer) await requireOpen(db, 'sign-up')
    const isNew = await insertMember(db, {
      uid: token.iss === embeddedIssuer ? token.sub : newId('member'),
      iss: token.iss,
      sub: token.sub,
      party: newParty(),
      shortId: drawShortId(randomBytes),
      email: token.email,
      isEmailVerified: token.emailVerified ?? false,
      displayName: token.displayName,
      photoURL: token.photoURL,
      timeZone: token.timeZone ?? null,
      language: languageInUse(),
      signedInAt: token.signedInAt ?? null,
    })
    // Their token may live a little longer than they do.
    if (!isNew && !(await findMemberBySub(db, token.iss, token.sub)) && (await hasTombstone(db, token)))
      throw problem('user_deleted')
  }
  throw new Error(`Cannot provision ${token.iss} ${token.sub}`)
}

async function withEmail(
  db: Db,
  member: Member,
  { email, emailVerified = false }: ProvisioningToken,
): Promise<Member> {
  const isSame = member.email === email
  const isEmailVerified = emailVerified || (isSame && member.isEmailVerified)
  if (member.state !== 'active' || (isSame && isEmailVerified === member.isEmailVerified)) return member
  const left = isSame ? null : await operatorEmailOf(db, member)
  await setMemberEmail(db, member.uid, { previous: member.email, email, isEmailVerified, left })
  const operatorEmails = [...new Set([...member.operatorEmails, ...(left === null ? [] : [left])])]
  return { ...member, email, isEmailVerified, operatorEmails }
}

/** The address of a member where it is an operator's; null where nobody proved it, since anybody can type it. */
async function operatorEmailOf(db: Db, { email, isEmailVerified }: Member): Promise<string | null> {
  if (!isEmailVerified) return null
  const mailbox = normalEmail(email)
  return (await listOperators(db)).some((operator) => normalEmail(operator.email) === mailbox) ? email : null
}

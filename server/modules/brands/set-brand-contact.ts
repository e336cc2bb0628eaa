import { sql } from 'kysely'
import { changedBefore, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'

/**
 * Says where an operator asks a brand; null leaves none. The log has the host of the address alone: it may be a
 * person's. Throws `not_found`, and `conflict` where another than the one `seen` is there.
 */
export async function setBrandContact(
  tx: Tx,
  actor: OperatorActor,
  { slug, email, seen }: { slug: string; email: string | null; seen: string | null },
): Promise<void> {
  const { rows } = await sql<{ before: string | null }>`
    select contact_email as before from brand where slug = ${slug} for no key update`.execute(tx)
  if (!rows[0]) throw problem('not_found', { detail: `There is no brand ${slug}.` })
  const { before } = rows[0]
  if (before === email) return
  if (before !== seen) throw await changedBefore(tx, slug, 'the contact')
  await operate(tx, actor, {
    action: 'brand.contact',
    target: slug,
    before: { contactAt: hostOf(before) },
    after: { contactAt: hostOf(email) },
  })
  await sql`update brand set contact_email = ${email} where slug = ${slug}`.execute(tx)
}

function hostOf(email: string | null): string | null {
  return email?.split('@').at(-1) ?? null
}

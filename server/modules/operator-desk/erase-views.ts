import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { DeletedMember } from '#server/platform/member-erasure.ts'

type Leaver = Pick<DeletedMember, 'uid' | 'addresses'>

/**
 * Removes the views of lists that name a member who leaves, in what they are narrowed by or in their name: by the uid, or
 * by an address or the beginning of one. There are few: an operator keeps `VIEWS_MAX` of a list.
 */
export async function eraseViews(db: Db, leaver: Leaver): Promise<void> {
  const { rows } = await sql<{ id: string; name: string; query: string }>`
    select id, name, query from operator_view`.execute(db)
  const theirs = rows.filter(({ name, query }) =>
    [name, ...new URLSearchParams(query).values()].some((text) => names(text, leaver)),
  )
  if (theirs.length > 0)
    await sql`delete from operator_view where id = any (${theirs.map(({ id }) => id)})`.execute(db)
}

function names(text: string, { uid, addresses }: Leaver): boolean {
  const known = addresses.map((address) => address.toLowerCase())
  return text.split(/[\s,;:()<>"'“”]+/).some((word) => {
    const typed = word.toLowerCase()
    // A domain alone is nobody’s.
    const isAddress = typed.indexOf('@') > 0
    return word === uid || (isAddress && known.some((address) => address.startsWith(typed)))
  })
}

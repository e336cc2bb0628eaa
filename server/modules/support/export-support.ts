import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import type { Files } from '#server/platform/files/stored-files.ts'
import { longList, type ExportedPart, type MemberExport } from '#server/platform/member-export.ts'

type Row = {
  id: string
  reference: string
  topic: string
  subject: string | null
  about: string
  state: string
  from: string
  text: string
  sentAt: Date
  pictures: number
}

/** A member's messages to the operator, what the operator wrote to them, and the pictures they sent. */
export function supportExport(db: Db, files: Pick<Files, 'read'>): MemberExport {
  return {
    tables: ['support_request', 'support_message', 'support_picture'],
    parts: async ({ uid }) => {
      const { rows } = await sql<{ key: string; name: string }>`
        select p.file_key as key, r.reference || '-' || w.place || '-' || p.place as name
        from support_request r join support_message w on w.request_id = r.id
        join support_picture p on p.message_id = w.id
        where r.uid = ${uid} order by w.id, p.place`.execute(db)
      return [
        longList({
          name: 'support-messages',
          about: m.export_support(),
          columns: [
            'id',
            'reference',
            'topic',
            'subject',
            'about',
            'state',
            'from',
            'text',
            'sentAt',
            'pictures',
          ],
          next: async (last: Row | undefined, limit) => await messagesAfter(db, uid, last?.id ?? '', limit),
        }),
        ...rows.map(({ key, name }): ExportedPart => ({
          kind: 'file',
          name: `support-${name}.webp`,
          about: m.export_support_picture(),
          read: async () => await files.read(key),
        })),
      ]
    },
  }
}

async function messagesAfter(db: Db, uid: string, id: string, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select w.id, r.reference, r.topic, r.subject, r.state, w.text, w.created_at as "sentAt",
      case w.author when 'asker' then 'member' else 'support' end as from,
      (select coalesce(string_agg(one->>'id', ' '), '') from jsonb_array_elements(r.about) one) as about,
      (select count(*)::integer from support_picture p where p.message_id = w.id) as pictures
    from support_request r join support_message w on w.request_id = r.id
    where r.uid = ${uid} and w.id > ${id} order by w.id limit ${limit}`.execute(db)
  return rows
}

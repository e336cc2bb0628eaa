import { Readable } from 'node:stream'
import { m } from '#messages'
import type { Language } from '#contracts/languages.ts'
import type { Db } from '#server/platform/database.ts'
import { type Files, filesPrefix } from '#server/platform/files/stored-files.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { inLanguage, languageInUse } from '#server/platform/language.ts'
import type { ExportedPart, MemberExport } from '#server/platform/member-export.ts'
import { exportArchive, fileNames } from './export-archive.ts'
import { findMember } from './member-queries.ts'
import { exportUser } from '#contracts/member-export.endpoints.ts'
import { answerFile, bind, type Route } from '#server/platform/http/bind.ts'
import { utcDate } from '#rules/utc-date.ts'

/** What an export works with; server/member-exports.ts composes it. */
export interface ExportDeps {
  /** Every part that knows members. */
  exports: readonly MemberExport[]
  /** Throws `requires_recent_login`. */
  requireRecentProof(actor: Pick<MemberActor, 'sessionId' | 'signedInAt'>): Promise<void>
  publicOrigin: string
}

/**
 * Everything stored of a member as a zip, and its file name. Wants the member in person, as one file with all there is
 * would be the first thing a stranger at an open device takes. Throws `forbidden` and `requires_recent_login`.
 */
export async function exportMember(
  actor: MemberActor,
  { uid, at }: { uid: string; at: Date },
  { exports, requireRecentProof, publicOrigin }: ExportDeps,
): Promise<{ archive: Readable; name: string }> {
  if (uid !== actor.uid) throw problem('forbidden')
  await requireRecentProof(actor)
  return await archiveOf(actor, { at, language: languageInUse(), exports, publicOrigin })
}

/** The archive of a member in a language, null is English, for who has made sure that they may have it. */
export async function archiveOf(
  member: Pick<MemberActor, 'uid' | 'party' | 'email'>,
  {
    at,
    language,
    exports,
    publicOrigin,
  }: { at: Date; language: Language | null } & Pick<ExportDeps, 'exports' | 'publicOrigin'>,
): Promise<{ archive: Readable; name: string }> {
  return await inLanguage(language, async () => {
    const parts: ExportedPart[] = []
    for (const { parts: of } of exports) parts.push(...(await of(member)))
    return {
      archive: exportArchive(
        readme(parts, { email: member.email, at, publicOrigin }),
        parts.map((part) => readInLanguage(part, language)),
      ),
      name: `crels-${utcDate(at)}.zip`,
    }
  })
}

/** The part, read in a language: the archive is made while it is sent, in the language of whose request that is. */
function readInLanguage(part: ExportedPart, language: Language | null): ExportedPart {
  if (part.kind === 'list') return { ...part, pages: () => pagesInLanguage(part.pages, language) }
  if (part.kind === 'file') return part
  return { ...part, read: async () => await inLanguage(language, part.read) }
}

async function* pagesInLanguage<T>(
  pages: () => AsyncIterable<T>,
  language: Language | null,
): AsyncGenerator<T> {
  const iterator = inLanguage(language, () => pages()[Symbol.asyncIterator]())
  for (;;) {
    const page = await inLanguage(language, async () => await iterator.next())
    if (page.done) return
    yield page.value
  }
}

/** What the archive says of itself. */
function readme(
  parts: ExportedPart[],
  { email, at, publicOrigin }: { email: string; at: Date; publicOrigin: string },
): string {
  const lines = [
    m.export_readme_title({ email }),
    m.export_readme_made({ origin: publicOrigin, time: at.toISOString() }),
    '',
    m.export_readme_form(),
    '',
    m.export_readme_contents(),
    ...parts.flatMap((part) => ['', fileNames(part).join(', '), `  ${part.about}`]),
    '',
    m.export_readme_left_out(),
    `- ${m.export_readme_no_secrets()}`,
    `- ${m.export_readme_no_visitors()}`,
    `- ${m.export_readme_no_mails()}`,
    `- ${m.export_readme_no_others()}`,
  ]
  return `${lines.join('\r\n')}\r\n`
}

/** The profile with all that is not shown elsewhere, and the photo. */
export function profileExport(db: Db, files: Pick<Files, 'read'>): MemberExport {
  return {
    tables: ['member', 'stored_file'],
    parts: async ({ uid }) => {
      const member = await findMember(db, uid)
      if (!member) throw problem('not_found')
      const { tokensValidAfterMs: _, photoURL, ...profile } = member
      const record: ExportedPart = {
        kind: 'record',
        name: 'profile',
        about: m.export_profile(),
        read: async () => ({ ...profile, photoURL }),
      }
      if (!photoURL?.startsWith(filesPrefix)) return [record]
      // Read before anything is answered: a store that is away is a refusal, not half an archive.
      const photo = await files.read(photoURL.slice(filesPrefix.length))
      const file: ExportedPart = {
        kind: 'file',
        name: 'photo.webp',
        about: m.export_photo(),
        read: async () => photo,
      }
      return [record, file]
    },
  }
}

/** All one's data to take away. */
export function exportRoutes(deps: ExportDeps): Route[] {
  return [
    bind(exportUser, async ({ actor, params, clock }) => {
      const { archive, name } = await exportMember(actor, { uid: params.uid, at: clock.now() }, deps)
      return answerFile(archive, name)
    }),
  ]
}

import { Readable } from 'node:stream'
import * as linkPreview from '#contracts/link-preview.endpoints.ts'
import * as shortlinks from '#contracts/shortlinks.endpoints.ts'
import { asksForCsv } from '#server/platform/http/asks-for-csv.ts'
import { answer, answerFile, bind, type Route } from '#server/platform/http/bind.ts'
import { codeAvailability } from './code-availability.ts'
import { createManyShortlinks } from './create-many-shortlinks.ts'
import { createShortlink } from './create-shortlink.ts'
import { editShortlink, removeShortlink } from './edit-shortlink.ts'
import { fullLink, previewLink } from './link-preview.ts'
import { getShortlink, listShortlinks } from './list-shortlinks.ts'
import { qrPng, qrSvg } from './qr-code.ts'
import { shortlinkCsv } from './shortlink-csv.ts'
import type { ShortlinkDeps } from './shortlink-deps.ts'
import { shortlinkViews } from './shortlink-view.ts'
import { testShortlink } from './test-shortlink.ts'

/** The endpoints of contracts/shortlinks.endpoints.ts and contracts/link-preview.endpoints.ts. */
export function shortlinkRoutes(deps: ShortlinkDeps): Route[] {
  return [
    bind(shortlinks.createShortlink, async ({ transaction, actor, body }) =>
      answer(
        201,
        await transaction(async (tx) => {
          const row = await createShortlink(tx, actor, body, deps)
          return (await shortlinkViews(tx, [row], deps))[0]!
        }),
      ),
    ),
    bind(shortlinks.createManyShortlinks, async ({ transaction, actor, body }) => {
      const many = await transaction((tx) => createManyShortlinks(tx, actor, body, deps))
      return answer(many.made > 0 ? 201 : 200, many)
    }),
    bind(shortlinks.listShortlinks, ({ db, actor, query, request, reply }) => {
      reply.header('vary', 'accept')
      if (!asksForCsv(request.headers.accept)) return listShortlinks(db, actor, query, deps)
      reply.type('text/csv; charset=utf-8')
      reply.header('content-disposition', 'attachment; filename="crels-links.csv"')
      return reply.send(shortlinkCsv(db, actor, query, deps)) as never
    }),
    bind(shortlinks.checkShortlinkCode, ({ db, query }) => codeAvailability(db, query.code)),
    bind(shortlinks.getShortlink, ({ db, actor, params }) => getShortlink(db, actor, params, deps)),
    bind(shortlinks.getShortlinkQrSvg, async ({ db, actor, params, query }) => {
      const { url, code } = await getShortlink(db, actor, params, deps)
      const svg = await qrSvg(url, { logo: query.logo === 'true' })
      return answerFile(Readable.from([svg]), `${code}.svg`)
    }),
    bind(shortlinks.getShortlinkQrPng, async ({ db, actor, params, query }) => {
      const { url, code } = await getShortlink(db, actor, params, deps)
      const png = await qrPng(url, { logo: query.logo === 'true', size: query.size })
      return answerFile(Readable.from([png]), `${code}.png`)
    }),
    bind(shortlinks.patchShortlink, ({ transaction, actor, params, body }) =>
      transaction(async (tx) => {
        const row = await editShortlink(tx, actor, { ...body, ...params }, deps)
        return (await shortlinkViews(tx, [row], deps))[0]!
      }),
    ),
    bind(shortlinks.testShortlink, ({ db, actor, params, request }) =>
      testShortlink(db, actor, { ...params, headers: request.headers }, deps),
    ),
    bind(shortlinks.deleteShortlink, async ({ transaction, actor, params }) => {
      await transaction((tx) => removeShortlink(tx, actor, params))
      return answer(204, null)
    }),
    bind(linkPreview.getFullLink, ({ db, query }) => fullLink(db, query.code, deps)),
    bind(linkPreview.getLinkPreview, ({ db, params }) => previewLink(db, params.code, deps)),
  ]
}

import * as contract from '#contracts/operator-site.endpoints.ts'
import { undoing } from '#server/modules/operators/public.ts'
import type { Files } from '#server/platform/files/stored-files.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { putSiteLogo } from './put-site-logo.ts'
import { operatedSite, replaceSiteLine } from './site-values.ts'

/** The endpoints of contracts/operator-site.endpoints.ts. */
export function siteRoutes(deps: { files: Files }): Route[] {
  return [
    bind(contract.getOperatedSite, ({ db }) => operatedSite(db)),
    bind(contract.setOperatedSiteLine, async ({ transaction, actor, params: { name }, body }) =>
      transaction(async (tx) => {
        await replaceSiteLine(tx, undoing(actor, body), { name, ...body })
        return await operatedSite(tx)
      }),
    ),
    bind(contract.putOperatedSiteLogo, async ({ db, actor, query, body: bytes }) => {
      await putSiteLogo(db, actor, { bytes, ...query }, deps)
      return await operatedSite(db)
    }),
    bind(contract.removeOperatedSiteLogo, async ({ db, actor, query }) => {
      await putSiteLogo(db, actor, { bytes: null, ...query }, deps)
      return await operatedSite(db)
    }),
  ]
}

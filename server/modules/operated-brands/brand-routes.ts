import * as contract from '#contracts/operator-brands.endpoints.ts'
import {
  createBrand,
  editBrand,
  putBrandLogo,
  setBrandContact,
  suspendBrand,
} from '#server/modules/brands/public.ts'
import { requireOwnAgain, undoing } from '#server/modules/operators/public.ts'
import type { Files } from '#server/platform/files/stored-files.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { operatedBrand, operatedBrands } from './brand-queries.ts'
import { brandUse } from './brand-use.ts'

/** The endpoints of contracts/operator-brands.endpoints.ts. */
export function brandRoutes(deps: { files: Files }): Route[] {
  return [
    bind(contract.listOperatedBrands, ({ db, query }) => operatedBrands(db, query)),
    bind(contract.getOperatedBrand, ({ db, params }) => operatedBrand(db, params.slug)),
    bind(contract.createOperatedBrand, async ({ transaction, actor, body }) =>
      transaction(async (tx) => {
        await createBrand(tx, actor, body)
        return answer(201, await operatedBrand(tx, body.slug))
      }),
    ),
    bind(contract.getBrandUse, ({ db, params }) => brandUse(db, params.slug)),
    bind(contract.editOperatedBrand, async ({ transaction, actor, params: { slug }, body }) =>
      transaction(async (tx) => {
        await editBrand(tx, actor, { slug, ...body })
        return await operatedBrand(tx, slug)
      }),
    ),
    ...([contract.suspendOperatedBrand, contract.resumeOperatedBrand] as const).map((endpoint) =>
      bind(endpoint, async ({ transaction, actor, params: { slug }, body }) =>
        transaction(async (tx) => {
          const suspended = endpoint.id === contract.suspendOperatedBrand.id
          const { reason } = body
          const { changed } = await suspendBrand(tx, undoing(actor, body), { slug, suspended, reason })
          if (!changed)
            await requireOwnAgain(tx, actor, {
              action: suspended ? 'brand.suspend' : 'brand.resume',
              target: slug,
              actions: ['brand.suspend', 'brand.resume'],
              detail: suspended ? `${slug} is suspended already.` : `${slug} is not suspended.`,
            })
          return await operatedBrand(tx, slug)
        }),
      ),
    ),
    bind(contract.setBrandContact, async ({ transaction, actor, params: { slug }, body }) =>
      transaction(async (tx) => {
        await setBrandContact(tx, undoing(actor, body), { slug, ...body })
        return await operatedBrand(tx, slug)
      }),
    ),
    bind(contract.putOperatedBrandLogo, async ({ db, actor, params: { slug }, query, body: bytes }) => {
      await putBrandLogo(db, actor, { brand: slug, bytes, ...query }, deps)
      return await operatedBrand(db, slug)
    }),
    bind(contract.removeOperatedBrandLogo, async ({ db, actor, params: { slug }, query }) => {
      await putBrandLogo(db, actor, { brand: slug, bytes: null, ...query }, deps)
      return await operatedBrand(db, slug)
    }),
  ]
}

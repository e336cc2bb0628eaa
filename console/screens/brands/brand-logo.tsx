import { m } from '#console-messages'
import { putOperatedBrandLogo, removeOperatedBrandLogo } from '#contracts/operator-brands.endpoints.ts'
import type { OperatedBrandDetail } from '#contracts/operator-brands.schemas.ts'
import { call } from '#console/platform/api.ts'
import { Card } from '#console/ui/card.tsx'
import { PictureUpload } from '#console/ui/picture-upload.tsx'
import { BrandTile } from './brand-tile.tsx'

/** A brand's logo: seen as members see it, uploaded, removed. */
export function BrandLogo({ brand }: { brand: OperatedBrandDetail }) {
  const { slug, logoURL } = brand
  const query = { seen: logoURL ?? '' }
  return (
    <Card heading={m.brands_logo()}>
      <PictureUpload
        hasPicture={logoURL !== null}
        permission="brand.logo"
        keep={async (file) =>
          file
            ? await call(putOperatedBrandLogo, { params: { slug }, query, body: file })
            : await call(removeOperatedBrandLogo, { params: { slug }, query })
        }
        texts={{
          hint: m.brands_logo_hint(),
          put: m.brands_logo_put(),
          other: m.brands_logo_other(),
          remove: m.brands_logo_remove(),
          kept: m.brands_logo_kept(),
          removed: m.brands_logo_removed(),
        }}
      >
        <BrandTile brand={brand} isLarge />
        <p>{logoURL === null ? m.brands_logo_drawn() : m.brands_logo_hint()}</p>
      </PictureUpload>
    </Card>
  )
}

import { m } from '#console-messages'
import { putOperatedSiteLogo, removeOperatedSiteLogo } from '#contracts/operator-site.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { PictureUpload } from '#console/ui/picture-upload.tsx'
import { Tile } from '#console/ui/tile.tsx'

/** The site's logo: seen, uploaded, removed. */
export function SiteLogo({ name, logoURL }: { name: string; logoURL: string | null }) {
  const query = { seen: logoURL ?? '' }
  return (
    <div>
      <b>{m.site_logo()}</b>
      <PictureUpload
        hasPicture={logoURL !== null}
        permission="site.set"
        keep={async (file) =>
          file
            ? await call(putOperatedSiteLogo, { query, body: file })
            : await call(removeOperatedSiteLogo, { query })
        }
        texts={{
          hint: m.site_logo_hint(),
          put: m.site_logo_put(),
          other: m.site_logo_other(),
          remove: m.site_logo_remove(),
          kept: m.site_logo_kept(),
          removed: m.site_logo_removed(),
        }}
      >
        <Tile
          name={name}
          url={logoURL}
          ground={logoURL === null ? 'var(--action)' : undefined}
          size="square"
        />
        <p>{logoURL === null ? m.site_logo_none() : m.site_logo_hint()}</p>
      </PictureUpload>
    </div>
  )
}

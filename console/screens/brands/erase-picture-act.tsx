import { m } from '#console-messages'
import { eraseOperatedCampaignPicture } from '#contracts/operator-campaigns.endpoints.ts'
import type { CampaignVersion } from '#contracts/operator-campaigns.schemas.ts'
import { call } from '#console/platform/api.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import styles from './campaign.module.css'

type Versions = readonly CampaignVersion[]

/** Has one of the pictures that a campaign shows, or showed in the last week, gone at once and for good. */
export function erasePictureAct(id: string): RowAct<Versions> {
  return {
    id: 'erase-picture',
    label: m.campaigns_erase(),
    look: 'quiet',
    permission: 'campaign.erase-picture',
    applies: (versions) => picturesOf(versions).length > 0,
    fields: ([versions]) => [
      {
        kind: 'choice',
        name: 'picture',
        label: m.campaigns_erase_which(),
        options: picturesOf(versions!).map(({ url, number, isShown }) => ({
          value: url,
          label: isShown
            ? m.campaigns_erase_shown({ version: number })
            : m.campaigns_erase_earlier({ version: number }),
        })),
      },
    ],
    reason: { label: m.common_reason(), isRequired: true },
    preview: ([versions], { picture }) => {
      const chosen = picturesOf(versions!).find(({ url }) => url === picture)
      return (
        chosen && (
          <>
            <img className={styles.cover} src={chosen.url} alt={m.campaigns_cover()} />
            <p>{m.campaigns_erase_preview()}</p>
            {chosen.isShown && <p>{m.campaigns_erase_drawn()}</p>}
            {chosen.shownBy.length > 0 && (
              <>
                <p>{m.campaigns_erase_others({ count: chosen.shownBy.length })}</p>
                <ul>
                  {chosen.shownBy.map(({ id: other, title }) => (
                    <li key={other}>
                      <bdi>{title}</bdi> <code>{other}</code>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )
      )
    },
    run: async (_, reason, { picture }) => {
      await call(eraseOperatedCampaignPicture, { params: { id }, body: { coverUrl: picture!, reason } })
      return oneDone(id)
    },
    said: () => m.campaigns_erased_said(),
  }
}

interface Picture {
  url: string
  number: number
  isShown: boolean
  /** Other campaigns that show it. */
  shownBy: CampaignVersion['coverShownBy']
}

/** Uploaded pictures that are still there, each by the last version that had it, the newest first. */
function picturesOf(versions: Versions): Picture[] {
  const current = versions[0]?.offer.coverUrl
  const pictures = new Map<string, Picture>()
  for (const { number, offer, isCoverAvailable, coverShownBy: shownBy } of versions) {
    const url = offer.coverUrl
    if (url?.startsWith('/files/campaigns/') && isCoverAvailable && !pictures.has(url))
      pictures.set(url, { url, number, isShown: url === current, shownBy })
  }
  return [...pictures.values()]
}

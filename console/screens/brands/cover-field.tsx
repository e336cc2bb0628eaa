import { Button, FileButton } from '@mantine/core'
import { m } from '#console-messages'
import { useMay } from '#console/platform/session.ts'
import type { CampaignDraft } from './campaign-draft.ts'
import type { ChosenCover } from './campaign-wizard.tsx'
import styles from './wizard.module.css'

/** A campaign's picture: chosen here, uploaded with the rest. */
export function CoverField({
  draft,
  cover,
  onChoose,
}: {
  draft: CampaignDraft
  cover: ChosenCover | null
  onChoose: (file: File | null) => void
}) {
  const may = useMay()
  if (!may('campaign.picture')) return null
  return (
    <div className={styles.cover} role="group" aria-label={m.campaigns_cover()}>
      <b>{m.campaigns_cover()}</b>
      <span className={styles.note}>
        {cover
          ? cover.file.name
          : draft.coverUrl === null
            ? m.campaigns_cover_drawn()
            : m.campaigns_cover_kept()}
      </span>
      <FileButton accept="image/jpeg,image/png,image/webp,image/svg+xml" onChange={onChoose}>
        {(props) => (
          <Button {...props} variant="light" size="compact-sm" title={m.campaigns_cover_hint()}>
            {m.campaigns_cover_choose()}
          </Button>
        )}
      </FileButton>
      {cover && (
        <Button variant="default" size="compact-sm" onClick={() => onChoose(null)}>
          {m.campaigns_cover_drop()}
        </Button>
      )}
    </div>
  )
}

import { Button, FileButton } from '@mantine/core'
import { m } from '#console-messages'
import { useMay } from '#console/platform/session.ts'
import type { ChosenCover } from './campaign-wizard.tsx'
import styles from './wizard.module.css'

/** A campaign's picture: chosen here and uploaded with the rest, drawn again, or the one of an earlier version. */
export function CoverField({
  shown,
  current,
  cover,
  onChoose,
  onShow,
}: {
  /** What it would show, where no file is chosen; null is drawn. */
  shown: string | null
  /** What it shows now. */
  current: string | null
  cover: ChosenCover | null
  onChoose: (file: File | null) => void
  onShow: (coverUrl: string | null) => void
}) {
  const may = useMay()
  if (!may('campaign.picture')) return null
  return (
    <div className={styles.cover} role="group" aria-label={m.campaigns_cover()}>
      <b>{m.campaigns_cover()}</b>
      <span className={styles.note}>{cover ? cover.file.name : sourceOf(shown, current)}</span>
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
      {!cover && shown !== null && (
        <Button variant="default" size="compact-sm" onClick={() => onShow(null)}>
          {m.campaigns_cover_draw()}
        </Button>
      )}
      {!cover && shown !== current && (
        <Button variant="default" size="compact-sm" onClick={() => onShow(current)}>
          {m.campaigns_cover_keep()}
        </Button>
      )}
    </div>
  )
}

function sourceOf(shown: string | null, current: string | null): string {
  if (shown === null) return m.campaigns_cover_drawn()
  return shown === current ? m.campaigns_cover_kept() : m.campaigns_cover_before()
}

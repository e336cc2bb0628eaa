import { Link } from 'react-router'
import { m } from '#messages'
import { helpPath, paths } from '#contracts/paths.ts'
import type { Shortlink } from '#contracts/shortlinks.schemas.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { useEditShortlink, type LinkChange } from './queries.ts'
import classes from './shortlinks.module.css'
import { dayMs } from '#rules/utc-date.ts'

/** How much longer a link that has ended works, at one press. */
const longerDays = 30

/**
 * Why a link does not lead to its address just now, what visitors see instead, and what helps. Nothing of one that
 * works.
 */
export function LinkStanding({
  link: { id, state, expiresAt, fallbackUrl, campaign },
  onMended,
}: {
  link: Shortlink
  /** It works again. */
  onMended: () => void
}) {
  const edit = useEditShortlink(id)
  if (state === 'active') return null
  if (state === 'banned')
    return (
      <>
        <Notice>{m.shortlinks_banned_hint()}</Notice>
        <ButtonLink look="soft" to={helpPath('other', id)}>
          {m.shortlinks_banned_ask()}
        </ButtonLink>
      </>
    )
  const change = (changes: () => LinkChange, label: string, look: 'primary' | 'soft') => (
    <Button
      size="s"
      look={look}
      loading={edit.isPending}
      onClick={() => edit.mutate(changes(), { onSuccess: onMended })}
    >
      {label}
    </Button>
  )
  return (
    <>
      <Notice tone="gold">
        {state === 'disabled'
          ? m.shortlinks_off_hint()
          : fallbackUrl
            ? m.shortlinks_ended_fallback_hint({ date: formatDate(expiresAt!), address: fallbackUrl })
            : m.shortlinks_ended_hint({ date: formatDate(expiresAt!) })}
      </Notice>
      <div className={classes.buttons}>
        {state === 'disabled' ? (
          change(() => ({ state: 'active' }), m.shortlinks_turn_on(), 'primary')
        ) : (
          <>
            {change(longer, m.shortlinks_longer({ days: longerDays }), 'primary')}
            {change(() => ({ expiresAt: null }), m.shortlinks_without_end(), 'soft')}
          </>
        )}
      </div>
      {edit.isError && (
        <Notice>
          {problemOf(edit.error).detail ?? m.shortlinks_unanswered()}{' '}
          {campaign && <Link to={paths.campaign(campaign.id)}>{m.shortlinks_to_campaign()}</Link>}
        </Notice>
      )}
    </>
  )
}

function longer(): LinkChange {
  return { expiresAt: new Date(Date.now() + longerDays * dayMs).toISOString() }
}

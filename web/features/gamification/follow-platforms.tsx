import { useState } from 'react'
import { m } from '#messages'
import type { PlatformView } from '#contracts/gamification.schemas.ts'
import { Button, ButtonAnchor } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { platformName } from './platform-name.ts'
import { useFollow } from './queries.ts'
import classes from './follow-platforms.module.css'

/** Which platforms can still be followed, each with its button: it opens the platform first, the points follow. */
export function FollowPlatforms({
  platforms,
  onGranted,
}: {
  platforms: readonly PlatformView[]
  onGranted: (points: number) => void
}) {
  const open = platforms.filter(({ isOpen, followedAt }) => isOpen && followedAt === null)
  if (open.length === 0) return null
  return (
    <ul className={classes.platforms}>
      {open.map((platform) => (
        <li key={platform.platform}>
          <FollowPlatform platform={platform} onGranted={onGranted} />
        </li>
      ))}
    </ul>
  )
}

/** One platform's button: follow, then claim. */
export function FollowPlatform({
  platform: { platform, url, points },
  isNamed = false,
  onGranted,
}: {
  platform: PlatformView
  /** What is beside it says which platform. */
  isNamed?: boolean
  onGranted: (points: number) => void
}) {
  const [isOpened, setIsOpened] = useState(false)
  const follow = useFollow()
  const name = platformName(platform)
  // By its promise: the button has left the page when what it changed is read.
  const claim = () =>
    follow.mutateAsync(platform).then(
      ({ granted }) => onGranted(granted),
      () => {},
    )
  return (
    <>
      {isOpened || url === null ? (
        <Button size="s" look="soft" loading={follow.isPending} onClick={() => void claim()}>
          {m.gamification_follow_claim({ points: formatNumber(points) })}
          <span className="visually-hidden"> {name}</span>
        </Button>
      ) : (
        <ButtonAnchor
          size="s"
          look="soft"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => setIsOpened(true)}
        >
          {isNamed && <span aria-hidden="true">{m.gamification_follow_short()}</span>}
          <span className={isNamed ? 'visually-hidden' : undefined}>
            {m.gamification_follow_on({ name })}
          </span>
          <span className="visually-hidden"> {m.gamification_follow_new_tab()}</span>
        </ButtonAnchor>
      )}
      {follow.error && <Notice>{problemOf(follow.error).detail ?? m.gamification_unanswered()}</Notice>}
    </>
  )
}

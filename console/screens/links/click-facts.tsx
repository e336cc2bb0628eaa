import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { getOperatedClick } from '#contracts/operator-links.endpoints.ts'
import type { OperatedClick } from '#contracts/operator-links.schemas.ts'
import { call } from '#console/platform/api.ts'
import { Facts } from '#console/ui/facts.tsx'
import { formatDateTime } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'

/** One click of a link: when and from where it came, and whether it counts, for who answers a brand about it. */
export function ClickFacts({ id }: { id: string }) {
  const click = useQuery({
    queryKey: ['click', id],
    queryFn: async ({ signal }) => await call(getOperatedClick, { params: { id }, signal }),
    retry: false,
  })
  if (click.isPending) return <LoadingState />
  if (click.isError) return <FailureState error={click.error} onRetry={() => void click.refetch()} />
  const { at, country, device, referrerHost, reason } = click.data
  return (
    <Facts
      facts={[
        [m.links_click(), <code key="click">{id}</code>],
        [m.links_click_counts(), reason === null ? m.links_click_counted() : reasonSentences[reason]()],
        [m.links_click_at(), formatDateTime(at)],
        [m.links_click_country(), country ?? m.links_click_unknown()],
        [m.links_click_device(), devices[device]()],
        [m.links_click_from(), referrerHost ?? m.links_click_unknown()],
      ]}
    />
  )
}

const reasonSentences: Record<NonNullable<OperatedClick['reason']>, () => string> = {
  head: m.links_click_head,
  prefetch: m.links_click_prefetch,
  preview: m.links_click_preview,
  bot: m.links_click_bot,
  link_banned: m.links_click_link_banned,
  link_disabled: m.links_click_link_disabled,
  link_expired: m.links_click_link_expired,
  repeat: m.links_click_repeat,
}

const devices: Record<OperatedClick['device'], () => string> = {
  phone: m.links_click_phone,
  tablet: m.links_click_tablet,
  desktop: m.links_click_desktop,
  other: m.links_click_unknown,
}

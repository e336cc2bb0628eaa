import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { previewHostUnblock } from '#contracts/operator-links.endpoints.ts'
import type { HostReach as Reach } from '#contracts/operator-links.schemas.ts'
import { call } from '#console/platform/api.ts'
import { neverFromMemory } from '#console/platform/never-from-memory.ts'
import { formatNumber } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'

/** What blocking a host touches, or taking it off the list gives back: how much, and some of it by name. */
export function HostReach({ reach, isBlock }: { reach: Reach; isBlock: boolean }) {
  const counts = {
    host: reach.host,
    links: m.links_count_links({ count: reach.links, shown: formatNumber(reach.links) }),
    campaigns: m.links_count_campaigns({ count: reach.campaigns, shown: formatNumber(reach.campaigns) }),
    creators: m.links_count_creators({ count: reach.creators, shown: formatNumber(reach.creators) }),
  }
  return (
    <>
      <p>{isBlock ? m.links_block_reach(counts) : m.links_unblock_reach(counts)}</p>
      <ul>
        {reach.linkExamples.map(({ code, leadsTo }) => (
          <li key={code}>{m.links_example({ code, leadsTo })}</li>
        ))}
        {reach.campaignExamples.map(({ id, title, brand }) => (
          <li key={id}>
            {brand} · {title}
          </li>
        ))}
      </ul>
    </>
  )
}

/** What taking a host off the list gives back, before it is done. */
export function UnblockReach({ host }: { host: string }) {
  const reach = useQuery({
    queryKey: ['host-unblock', host],
    ...neverFromMemory,
    queryFn: async ({ signal }) => await call(previewHostUnblock, { params: { host }, signal }),
  })
  if (reach.isPending) return <LoadingState />
  if (reach.isError) return <FailureState error={reach.error} onRetry={() => void reach.refetch()} />
  return <HostReach reach={reach.data} isBlock={false} />
}

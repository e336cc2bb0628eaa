import { queryOptions, useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { listReportedLinks } from '#contracts/operator-abuse.endpoints.ts'
import type { ReportedLink } from '#contracts/operator-abuse.schemas.ts'
import type { OperatedLink } from '#contracts/operator-links.schemas.ts'
import { call } from '#console/platform/api.ts'
import { MemberLink } from '#console/platform/member-link.tsx'
import { formatNumber } from '#console/ui/format.ts'
import { Pill } from '#console/ui/pill.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import styles from './inboxes.module.css'

/** The links that a report names. */
export const reportLinksQuery = (id: string) =>
  queryOptions({
    queryKey: ['report-links', id],
    queryFn: async ({ signal }) => await readReportLinks(id, signal),
  })

/** Them as they are now. */
export async function readReportLinks(id: string, signal: AbortSignal): Promise<ReportedLink[]> {
  return (await call(listReportedLinks, { params: { id }, signal })).items
}

/** Whether a link answers today: blocking it changes that. */
export function answers({ state, isRemoved }: OperatedLink): boolean {
  return state === 'active' && !isRemoved
}

/** The links that a report names: whose they are, where they lead, and how much they are used. */
export function ReportLinks({ id }: { id: string }) {
  const links = useQuery(reportLinksQuery(id))
  return (
    <section aria-label={m.inboxes_links()}>
      <h3>{m.inboxes_links()}</h3>
      {links.isPending ? (
        <LoadingState />
      ) : links.isError ? (
        <FailureState error={links.error} onRetry={() => void links.refetch()} />
      ) : links.data.length === 0 ? (
        <p>{m.inboxes_links_none()}</p>
      ) : (
        <ul className={styles.links}>
          {links.data.map((link) => (
            <li key={link.code}>
              <p className={styles.head}>
                <b>/s/{link.code}</b>
                <Pill tone={answers(link) ? 'warn' : 'plain'}>{stateOf(link)}</Pill>
              </p>
              <p>
                <MemberLink uid={link.owner.uid} name={nameOf(link)} left={m.inboxes_left()} />
                {link.campaign && ` · ${link.campaign.brand}`} ·{' '}
                {m.inboxes_link_clicks({
                  count: link.clicksIn30Days,
                  shown: formatNumber(link.clicksIn30Days),
                })}
              </p>
              <p className={styles.address}>{link.leadsTo}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function nameOf({ owner }: OperatedLink): string | null {
  return owner.name ?? owner.email
}

function stateOf(link: OperatedLink): string {
  if (link.isRemoved) return m.inboxes_link_removed()
  if (link.blockedByHost !== null) return m.inboxes_link_host({ host: link.blockedByHost })
  if (link.state === 'banned') return m.inboxes_link_banned()
  return link.state === 'active' ? m.inboxes_link_active() : m.inboxes_link_disabled()
}

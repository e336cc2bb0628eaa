import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#console-messages'
import { getInboxOrder, getOrderAddress } from '#contracts/operator-orders.endpoints.ts'
import type { InboxOrder } from '#contracts/operator-orders.schemas.ts'
import { call } from '#console/platform/api.ts'
import { MemberLink } from '#console/platform/member-link.tsx'
import { useMay } from '#console/platform/session.ts'
import { Detail } from '#console/ui/detail.tsx'
import { Facts, Timeline } from '#console/ui/facts.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import styles from './inboxes.module.css'
import { RequestLink } from './named-request.tsx'
import { buyerName, orderStateNames, orderSteps } from './order-words.ts'
import { requestState } from './request-words.ts'

/** An order that is open: whose it is, where it goes once that is asked for, and its steps. */
export function OrderDetail({ row, acts }: { row: InboxOrder; acts: ReactNode }) {
  const more = useQuery({
    queryKey: ['order', row.id, row.state],
    queryFn: async ({ signal }) => await call(getInboxOrder, { params: { id: row.id }, signal }),
  })
  const { member } = row
  return (
    <Detail
      heading={
        member ? (
          <MemberLink uid={member.uid} name={buyerName(row)} left={m.inboxes_left()} />
        ) : (
          m.inboxes_left()
        )
      }
      lead={m.inboxes_order_lead({
        quantity: formatNumber(row.quantity),
        title: row.item.title,
        points: formatNumber(row.points),
      })}
      acts={acts}
    >
      {row.isDisabled && <p>{m.inboxes_order_disabled_look()}</p>}
      {row.waitsForLook && <p>{m.inboxes_order_restored_look()}</p>}
      <Facts
        facts={[
          [m.inboxes_order_state(), orderStateNames[row.state]()],
          [m.inboxes_email(), member?.email],
          [m.inboxes_order_placed(), formatDateTime(row.placedAt)],
          [m.inboxes_order_carrier(), row.carrier],
          [m.inboxes_order_tracking(), more.data?.trackingUrl],
          [m.inboxes_order_id(), <code key="id">{row.id}</code>],
        ]}
      />
      {more.isPending ? (
        <LoadingState />
      ) : more.isError ? (
        <FailureState error={more.error} onRetry={() => void more.refetch()} />
      ) : (
        <>
          {more.data.hasAddress ? <Address id={row.id} /> : <p>{m.inboxes_order_no_address()}</p>}
          <Timeline
            label={m.inboxes_order_steps()}
            steps={more.data.timeline.map(({ state, at, by, reason }) => ({
              key: `${state} ${at}`,
              at: formatDateTime(at),
              text: orderSteps[state]({ by }),
              note: reason,
            }))}
          />
          {more.data.requests.length > 0 && (
            <Timeline
              label={m.inboxes_order_requests()}
              steps={more.data.requests.map((request) => ({
                key: request.id,
                at: formatDateTime(request.createdAt),
                text: <RequestLink request={request} />,
                note: m.inboxes_request_line({ reference: request.reference, state: requestState(request) }),
              }))}
            />
          )}
        </>
      )}
    </Detail>
  )
}

/** Where it is sent, for who asks: that is written down. */
function Address({ id }: { id: string }) {
  const may = useMay()
  const shown = useMutation({
    mutationFn: async () => (await call(getOrderAddress, { params: { id } })).address,
  })
  if (!may('member.view')) return null
  if (shown.isSuccess)
    return shown.data ? (
      <address className={styles.postal} aria-label={m.inboxes_order_address()}>
        {Object.values(shown.data)
          .filter((line) => line !== '')
          .map((line) => (
            <bdi key={line}>{line}</bdi>
          ))}
      </address>
    ) : (
      <p>{m.inboxes_order_no_address()}</p>
    )
  return (
    <div className={styles.ask}>
      {shown.isError && <FailureAlert error={shown.error} />}
      <Button variant="default" size="xs" loading={shown.isPending} onClick={() => shown.mutate()}>
        {m.inboxes_order_show_address()}
      </Button>
      <span>{m.inboxes_order_show_address_detail()}</span>
    </div>
  )
}

import { useState } from 'react'
import { useMutationState } from '@tanstack/react-query'
import { Link } from 'react-router'
import { m } from '#messages'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { toOrders } from './order-failure.ts'
import { placeOrderKey } from './queries.ts'

/** Shown while no item is open: what becomes of a purchase whose sheet was closed before it had its answer. */
export function PurchaseNotice() {
  const purchases = useMutationState({
    filters: { mutationKey: placeOrderKey },
    select: ({ mutationId: id, state: { status, error } }) => ({ id, status, error }),
  })
  // Those that the sheet showed to their end are not repeated.
  const [left] = useState(() => purchases.filter(({ status }) => status === 'pending').map(({ id }) => id))
  const last = purchases.findLast(({ id }) => left.includes(id))
  if (!last) return null
  const { to, label } = toOrders()
  const { tone, text } = outcome(last)
  return (
    <Notice tone={tone} isNews>
      {text} <Link to={to}>{label}</Link>
    </Notice>
  )
}

function outcome({ status, error }: { status: string; error: Error | null }): {
  tone: 'danger' | 'gold' | 'green'
  text: string
} {
  if (status === 'pending') return { tone: 'gold', text: m.shop_going_on() }
  if (status === 'success') return { tone: 'green', text: m.shop_gone_through() }
  const isAnswered = error instanceof ApiProblem && error.status < 500
  return { tone: 'danger', text: isAnswered ? m.shop_gone_wrong() : m.shop_gone_unknown() }
}

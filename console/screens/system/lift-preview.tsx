import type { ReactNode } from 'react'
import { m } from '#console-messages'
import type { SuppressedAddressView } from '#contracts/operator-mail.schemas.ts'

/** What sending mail to addresses again means. */
export function LiftPreview({
  rows,
  children,
}: {
  rows: readonly Pick<SuppressedAddressView, 'reason'>[]
  children?: ReactNode
}) {
  return (
    <>
      <p>{m.system_lift_preview({ count: rows.length })}</p>
      {rows.some(({ reason }) => reason === 'complaint') && <p>{m.system_lift_complaint()}</p>}
      {children}
    </>
  )
}

import { m } from '#console-messages'
import type { OperatorHome } from '#contracts/operator-home.schemas.ts'
import { formatAge, formatNumber } from '#console/ui/format.ts'
import { Stat } from '#console/ui/stat.tsx'

/** Whether the books are clean, and when that was proved. */
export function BooksStat({ books, isOverdue }: Pick<OperatorHome, 'books'> & { isOverdue: boolean }) {
  const isBroken = books?.isClean === false
  return (
    <Stat
      label={m.home_books()}
      value={
        isBroken
          ? m.home_books_broken({ count: books.broken.length })
          : isOverdue
            ? m.home_unproved()
            : books
              ? m.home_books_clean()
              : m.common_none()
      }
      detail={
        isBroken
          ? books.broken.map(({ check, count }) => `${check}: ${formatNumber(count)}`).join(', ')
          : books
            ? m.home_books_checked({
                entries: formatNumber(books.entries),
                age: formatAge(books.checkedAt),
              })
            : isOverdue
              ? m.home_books_overdue()
              : m.home_books_never()
      }
      isBad={isBroken || isOverdue}
    />
  )
}

/** Whether the log of acts is whole, and when that was proved. */
export function LogStat({ auditLog, isOverdue }: Pick<OperatorHome, 'auditLog'> & { isOverdue: boolean }) {
  const isBroken = auditLog?.isWhole === false
  return (
    <Stat
      label={m.home_log()}
      value={
        isBroken
          ? m.home_log_broken()
          : isOverdue
            ? m.home_unproved()
            : auditLog
              ? m.home_log_whole()
              : m.common_none()
      }
      detail={
        auditLog
          ? m.home_log_checked({
              entries: formatNumber(auditLog.entries),
              age: formatAge(auditLog.checkedAt),
            })
          : isOverdue
            ? m.home_log_overdue()
            : m.home_log_never()
      }
      isBad={isBroken || isOverdue}
    />
  )
}

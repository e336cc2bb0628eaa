import { m } from '#console-messages'
import type { OperatorHome } from '#contracts/operator-home.schemas.ts'
import { formatAge, formatNumber } from '#console/ui/format.ts'
import { Stat } from '#console/ui/stat.tsx'

/** Whether the books are clean, and when that was proved. */
export function BooksStat({ books, isOverdue }: Pick<OperatorHome, 'books'> & { isOverdue: boolean }) {
  const broken = books?.broken.map(({ check, count }) => `${check}: ${formatNumber(count)}`).join(', ')
  return (
    <ProofStat
      label={m.home_books()}
      proof={
        books && {
          isRight: books.isClean,
          value: books.isClean ? m.home_books_clean() : m.home_books_broken({ count: books.broken.length }),
          detail: books.isClean
            ? m.home_books_checked({
                entries: formatNumber(books.entries),
                age: formatAge(books.checkedAt),
              })
            : broken,
        }
      }
      isOverdue={isOverdue}
      unknown={isOverdue ? m.home_books_overdue() : m.home_books_never()}
    />
  )
}

/** Whether the log of acts is whole, and when that was proved. */
export function LogStat({ auditLog, isOverdue }: Pick<OperatorHome, 'auditLog'> & { isOverdue: boolean }) {
  return (
    <ProofStat
      label={m.home_log()}
      proof={
        auditLog && {
          isRight: auditLog.isWhole,
          value: auditLog.isWhole ? m.home_log_whole() : m.home_log_broken(),
          detail: m.home_log_checked({
            entries: formatNumber(auditLog.entries),
            age: formatAge(auditLog.checkedAt),
          }),
        }
      }
      isOverdue={isOverdue}
      unknown={isOverdue ? m.home_log_overdue() : m.home_log_never()}
    />
  )
}

/** What a job proves again and again: what it found last, or that it should have by now. */
function ProofStat({
  label,
  proof,
  isOverdue,
  unknown,
}: {
  label: string
  proof: { isRight: boolean; value: string; detail: string | undefined } | null
  isOverdue: boolean
  /** Said beside it where nothing is known. */
  unknown: string
}) {
  const isBroken = proof?.isRight === false
  const right = isOverdue ? m.home_unproved() : (proof?.value ?? m.common_none())
  return (
    <Stat
      label={label}
      value={isBroken ? proof.value : right}
      detail={proof?.detail ?? unknown}
      isBad={isBroken || isOverdue}
    />
  )
}

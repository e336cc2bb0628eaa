import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import type { OperatorView } from '#contracts/operators.schemas.ts'
import { disableOperator, previewDisabling, undoDisabling } from '#contracts/pending-acts.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { neverFromMemory } from '#console/platform/never-from-memory.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'

/** Disables operators at once, after a look at what that ends and what it leaves; it is undone right after. */
export const disabling: RowAct<OperatorView> = {
  id: 'disable',
  label: m.operators_disable(),
  look: 'danger',
  permission: 'operator.disable',
  applies: ({ disabledAt }) => disabledAt === null,
  reason: { label: m.operators_reason(), isRequired: true },
  preview: (rows) => rows.map((row) => <Leaves key={row.id} {...row} />),
  run: async (rows, reason) =>
    await outcomeOfEach(
      rows,
      async ({ id }) => await call(disableOperator, { params: { id }, body: { reason } }),
      async ({ id }) => await call(undoDisabling, { params: { id } }),
    ),
  remains: m.operators_disable_remains,
  undoPermission: 'operator.enable',
  said: (count) => m.operators_disabled_said({ count }),
}

/** What disabling an operator ends for good, and what stays theirs. */
function Leaves({ id, name }: OperatorView) {
  const left = useQuery({
    queryKey: ['disabling-preview', id],
    ...neverFromMemory,
    queryFn: async ({ signal }) => await call(previewDisabling, { params: { id }, signal }),
  })
  if (left.isError) return <FailureState error={left.error} onRetry={() => void left.refetch()} />
  if (left.isPending) return <LoadingState />
  const { proposals, keys, requests, orders, deletions } = left.data
  const rows = [
    requests > 0 && m.operators_left_requests({ count: requests }),
    orders > 0 && m.operators_left_orders({ count: orders }),
    deletions > 0 && m.operators_left_deletions({ count: deletions }),
  ].filter((row) => row !== false)
  return (
    <>
      <p>{m.operators_disable_preview({ name })}</p>
      {keys > 0 && <p>{m.operators_disable_keys({ count: keys })}</p>}
      {proposals > 0 && <p>{m.operators_disable_proposals({ count: proposals })}</p>}
      {rows.length > 0 && (
        <>
          <p>{m.operators_left({ name })}</p>
          <ul>
            {rows.map((row) => (
              <li key={row}>{row}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

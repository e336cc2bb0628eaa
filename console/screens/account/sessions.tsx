import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '#console-messages'
import {
  endOperatorSession,
  endOperatorSessions,
  listOperatorSessions,
} from '#contracts/operator-account.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { endSession } from '#console/platform/session.ts'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { formatAge } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'

/** Where the operator is signed in. */
export function Sessions() {
  const client = useQueryClient()
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => await call(listOperatorSessions, { signal }),
  })
  const end = useMutation({
    mutationFn: async (id: string) => await call(endOperatorSession, { params: { id } }),
    onSuccess: async () => await client.invalidateQueries({ queryKey: ['sessions'] }),
  })
  const endAll = useMutation({
    mutationFn: async () => await call(endOperatorSessions),
    onSuccess: endSession,
  })
  return (
    <Card
      heading={m.account_sessions()}
      acts={
        <Button variant="light" color="red" loading={endAll.isPending} onClick={() => endAll.mutate()}>
          {m.account_end_all()}
        </Button>
      }
    >
      {sessions.isPending ? (
        <LoadingState />
      ) : sessions.isError ? (
        <FailureState error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : (
        <Lines>
          {sessions.data.items.map(({ id, browser, system, country, isCurrent, lastUsedAt }) => {
            const name = [browser, system].filter(Boolean).join(' · ') || m.account_unknown_browser()
            return (
              <Line
                key={id}
                name={name}
                detail={[
                  isCurrent ? m.account_this_session() : m.account_used({ age: formatAge(lastUsedAt) }),
                  country,
                ]
                  .filter(Boolean)
                  .join(' · ')}
                acts={
                  !isCurrent && (
                    <Button
                      variant="subtle"
                      aria-label={m.account_end_named({ name })}
                      onClick={() => end.mutate(id)}
                    >
                      {m.account_end()}
                    </Button>
                  )
                }
              />
            )
          })}
        </Lines>
      )}
    </Card>
  )
}

import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { listOperatorSessions } from '#contracts/operator-account.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { listFile } from '#console/ui/table/file-button.tsx'
import { browserName, endSessionAct, endSessionsAct, usedText } from './account-acts.tsx'

/** Where the operator is signed in. */
export function Sessions() {
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => await call(listOperatorSessions, { signal }),
  })
  return (
    <Card
      heading={m.account_sessions()}
      acts={
        sessions.data && (
          <ActButton
            act={endSessionsAct}
            row={sessions.data.items}
            idOf={() => 'sessions'}
            nameOf={() => m.account_sessions()}
          />
        )
      }
    >
      {sessions.isPending ? (
        <LoadingState />
      ) : sessions.isError ? (
        <FailureState error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : (
        <Lines
          file={listFile('sessions', sessions.data.items, [
            [m.account_file_browser(), browserName],
            [m.account_file_country(), ({ country }) => country],
            [m.account_file_created(), ({ createdAt }) => createdAt],
            [m.account_file_used(), ({ lastUsedAt }) => lastUsedAt],
            [m.table_file_id(), ({ id }) => id],
          ])}
        >
          {sessions.data.items.map((session) => {
            const name = browserName(session)
            return (
              <Line
                key={session.id}
                name={name}
                detail={[
                  session.isCurrent ? m.account_this_session() : usedText(session.lastUsedAt),
                  session.country,
                ]
                  .filter(Boolean)
                  .join(' · ')}
                acts={
                  <ActButton
                    act={endSessionAct}
                    row={session}
                    idOf={({ id }) => id}
                    nameOf={browserName}
                    variant="subtle"
                    label={m.account_end_named({ name })}
                  />
                }
              />
            )
          })}
        </Lines>
      )}
    </Card>
  )
}

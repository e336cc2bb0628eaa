import { Alert, Button, Group, Stack } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '#console-messages'
import { confirmTestMail, getSetup, sendTestMail } from '#contracts/operator-setup.endpoints.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatDateTime } from '#console/ui/format.ts'
import { call } from './api.ts'

const inBackground = { 'x-background': '1' }

/** What an installation still needs; asked again while a test mail is under way. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: async ({ signal }) => await call(getSetup, { signal, headers: inBackground }),
  refetchInterval: ({ state: { data } }) => (data?.testMail && !data.testMail.isArrived ? 5_000 : false),
})

/** Sends the operator a mail, says what the mail server did not take, and asks whether it arrived. */
export function TestMail() {
  const client = useQueryClient()
  const { data: setup } = useQuery(setupQuery)
  const onSettled = async () => await client.invalidateQueries({ queryKey: setupQuery.queryKey })
  const sent = useMutation({ mutationFn: async () => await call(sendTestMail), onSettled })
  const arrived = useMutation({ mutationFn: async () => await call(confirmTestMail), onSettled })
  const last = setup?.testMail
  const isAsked = last !== undefined && last !== null && !last.isArrived
  return (
    <Stack gap="xs">
      {isAsked && (
        <span role="status">{m.system_test_mail_asked({ time: formatDateTime(last.sentAt) })}</span>
      )}
      {isAsked && last.failure !== null && (
        <Alert color="red" role="alert">
          {last.failure === ''
            ? m.system_test_mail_refused()
            : m.system_test_mail_refused_with({ reason: last.failure })}
        </Alert>
      )}
      <Group gap="xs">
        {isAsked && (
          <Button variant="light" loading={arrived.isPending} onClick={() => arrived.mutate()}>
            {m.system_test_mail_arrived()}
          </Button>
        )}
        <Button
          variant={isAsked ? 'default' : 'light'}
          loading={sent.isPending}
          onClick={() => sent.mutate()}
        >
          {last ? m.system_test_mail_again() : m.system_test_mail_send()}
        </Button>
      </Group>
      {sent.isError && <FailureAlert error={sent.error} />}
      {arrived.isError && <FailureAlert error={arrived.error} />}
    </Stack>
  )
}

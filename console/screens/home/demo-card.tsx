import { Button, Progress } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '#console-messages'
import { demoStepsCount } from '#contracts/operator-setup.constants.ts'
import { getDemo, loadDemoData, removeDemoData } from '#contracts/operator-setup.endpoints.ts'
import type { Demo } from '#contracts/operator-setup.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { ActButton, oneDone } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { UnreadCard } from './unread-card.tsx'
import styles from './home.module.css'

/** How often a load or a removal is looked at. */
const lookMs = 1_000

/** Demo data or not: for an owner, while it can be loaded or is there. */
export function DemoCard() {
  const may = useMay()
  const client = useQueryClient()
  const {
    data: demo,
    error,
    refetch,
  } = useQuery({
    queryKey: ['demo'],
    queryFn: async ({ signal }) => await call(getDemo, { signal, headers: { 'x-background': '1' } }),
    enabled: may('demo.load'),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? lookMs : false),
  })
  const load = useMutation({
    mutationFn: async () => await call(loadDemoData),
    onSuccess: (next) => client.setQueryData(['demo'], next),
  })
  if (!demo && error) return <UnreadCard heading={m.demo_heading()} error={error} onRetry={refetch} />
  if (!demo || (demo.refusal !== null && !demo.isLoaded && !isUnderWay(demo))) return null
  const { run, isLoaded } = demo
  return (
    <div className={styles.setup}>
      <Card heading={m.demo_heading()}>
        <Lines file={null}>
          <Line
            name={<span role="status">{nameOf(demo)}</span>}
            detail={
              <>
                {hintOf(demo)}
                {run && isUnderWay(demo) && (
                  <Progress
                    mt={6}
                    animated
                    aria-label={nameOf(demo)}
                    value={run.kind === 'load' ? (100 * run.step) / demoStepsCount : 100}
                  />
                )}
                {load.isError && <FailureAlert error={load.error} />}
              </>
            }
            acts={
              !isUnderWay(demo) &&
              (isLoaded ? (
                <ActButton
                  act={removeAct}
                  row={demo}
                  idOf={() => 'demo'}
                  nameOf={() => m.demo_heading()}
                  variant="default"
                />
              ) : (
                <Button variant="light" loading={load.isPending} onClick={() => load.mutate()}>
                  {m.demo_load()}
                </Button>
              ))
            }
          />
        </Lines>
      </Card>
    </div>
  )
}

const removeAct: RowAct<Demo> = {
  id: 'remove-demo',
  label: m.demo_remove(),
  look: 'danger',
  permission: 'demo.remove',
  preview: () => <p>{m.demo_remove_preview()}</p>,
  run: async () => {
    await call(removeDemoData)
    return oneDone('demo')
  },
  said: () => m.demo_remove_said(),
}

function isUnderWay(demo: Demo | undefined): boolean {
  return demo?.run?.state === 'waiting' || demo?.run?.state === 'running'
}

function nameOf(demo: Demo): string {
  const { run, isLoaded } = demo
  if (run && isUnderWay(demo)) return run.kind === 'load' ? m.demo_loading() : m.demo_removing()
  return isLoaded ? m.demo_loaded() : m.demo_none()
}

function hintOf(demo: Demo): string {
  const { run, isLoaded, signIn } = demo
  if (isUnderWay(demo)) return m.demo_wait()
  if (run?.state === 'failed') return m.demo_failed()
  if (!isLoaded) return m.demo_none_hint()
  return signIn ? `${m.demo_sign_in(signIn)} ${m.demo_loaded_hint()}` : m.demo_loaded_hint()
}

import { Button, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import type { System } from '#contracts/operator-system.schemas.ts'
import { useMay } from '#console/platform/session.ts'
import { systemQuery } from '#console/platform/system-query.ts'
import { WorkStats } from '#console/platform/work-stats.tsx'
import { Card } from '#console/ui/card.tsx'
import { formatAge, formatDateTime, formatNumber } from '#console/ui/format.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { Stat, Stats } from '#console/ui/stat.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { FileButton } from '#console/ui/table/file-button.tsx'
import { Doctor } from './doctor.tsx'
import { Jobs } from './jobs.tsx'
import { Undelivered } from './undelivered.tsx'
import styles from './system.module.css'

/** Whether everything runs that has to, what failed, and what is to be mended. */
export default function SystemScreen() {
  const system = useQuery(systemQuery)
  const may = useMay()
  return (
    <>
      <ScreenHead title={m.shell_system()}>
        {may('job.run') && (
          <Button component={Link} to={`/${consoleRoutes.failedJobs}`} variant="light">
            {m.system_show_failures()}
          </Button>
        )}
      </ScreenHead>
      {system.isPending ? (
        <LoadingState />
      ) : system.isError ? (
        <FailureState error={system.error} onRetry={() => void system.refetch()} />
      ) : (
        <div className={styles.cards}>
          <Figures system={system.data} />
          <Doctor />
          <Processes {...system.data} />
          <Undelivered {...system.data} />
          <Jobs />
        </div>
      )}
    </>
  )
}

function Figures({ system }: { system: System }) {
  const { version, node, processes } = system
  const versions = [...new Set(processes.map((one) => one.version))]
  return (
    <Stats>
      <Stat
        label={m.system_version()}
        value={version}
        detail={
          versions.length > 1
            ? m.system_versions_differ({ versions: versions.join(', ') })
            : m.system_version_detail({ node })
        }
        isBad={versions.length > 1}
      />
      <Stat
        label={m.system_processes()}
        value={formatNumber(processes.length)}
        detail={m.system_processes_detail({
          serves: formatNumber(processes.filter(({ serves }) => serves).length),
          works: formatNumber(processes.filter(({ works }) => works).length),
        })}
      />
      <WorkStats {...system} />
    </Stats>
  )
}

function Processes({ processes }: Pick<System, 'processes'>) {
  return (
    <Card
      heading={m.system_processes()}
      acts={
        <FileButton
          name="processes"
          header={[m.system_role(), m.system_version(), m.system_started(), m.system_seen()]}
          rows={() => processes.map((one) => [roleOf(one), one.version, one.startedAt, one.seenAt])}
        />
      }
    >
      {processes.length === 0 ? (
        <p>{m.system_no_process()}</p>
      ) : (
        <div className={styles.wide}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{m.system_role()}</Table.Th>
                <Table.Th scope="col">{m.system_version()}</Table.Th>
                <Table.Th scope="col">{m.system_started()}</Table.Th>
                <Table.Th scope="col">{m.system_seen()}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {processes.map(({ version, startedAt, seenAt, ...process }, at) => (
                // Rows have no name of their own, and stand in the order of their start.
                // oxlint-disable-next-line react/no-array-index-key
                <Table.Tr key={at}>
                  <Table.Th scope="row">{roleOf(process)}</Table.Th>
                  <Table.Td>{version}</Table.Td>
                  <Table.Td>{formatDateTime(startedAt)}</Table.Td>
                  <Table.Td>{m.system_ago({ age: formatAge(seenAt) })}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Card>
  )
}

function roleOf({ serves, works }: Pick<System['processes'][number], 'serves' | 'works'>): string {
  if (serves && works) return m.system_role_both()
  return works ? m.system_role_works() : m.system_role_serves()
}

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { getOperatedLegal } from '#contracts/operator-legal.endpoints.ts'
import type { OperatedLegal } from '#contracts/operator-legal.schemas.ts'
import { paths, withQuery } from '#contracts/paths.ts'
import { call } from '#console/platform/api.ts'
import { screenHref } from '#console/platform/screen-href.ts'
import { useMay } from '#console/platform/session.ts'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'
import { Pill } from '#console/ui/pill.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import layout from '#console/ui/layout.module.css'
import { listFile } from '#console/ui/table/file-button.tsx'
import { documentNames } from './legal-words.ts'

/** The terms, the privacy page and the page about cookies, each in its versions. */
export default function Legal() {
  const legal = useQuery({
    queryKey: ['legal'],
    queryFn: async ({ signal }) => await call(getOperatedLegal, { signal }),
  })
  if (legal.isPending) return <LoadingState />
  if (legal.isError) return <FailureState error={legal.error} onRetry={() => void legal.refetch()} />
  return (
    <>
      <ScreenHead title={m.shell_legal()} />
      <div className={layout.parts}>
        {legal.data.items.map((item) => (
          <DocumentCard key={item.document} {...item} />
        ))}
      </div>
    </>
  )
}

function DocumentCard({ document, versions }: OperatedLegal['items'][number]) {
  const may = useMay()
  const inForce = versions[0]
  return (
    <Card
      heading={documentNames[document]()}
      acts={
        <>
          <Button component="a" href={paths.doc(document)} target="_blank" rel="noreferrer" variant="subtle">
            {m.legal_open()}
          </Button>
          {may('legal.publish') && (
            <Button component={Link} to={screenHref('editLegal', { document })} variant="light">
              {m.legal_edit()}
            </Button>
          )}
        </>
      }
    >
      <p>
        {inForce ? (
          m.legal_in_force({ time: formatDateTime(inForce.publishedAt) })
        ) : (
          <Pill tone="warn">{m.legal_template()}</Pill>
        )}
      </p>
      {versions.length > 0 && (
        <Lines
          file={listFile(`${document}-versions`, versions, [
            [m.legal_file_version(), ({ version }) => version],
            [m.table_file_time(), ({ publishedAt }) => publishedAt],
            [m.table_file_by(), ({ author }) => author],
            [m.legal_summary(), ({ summary }) => summary],
            [m.legal_file_members(), ({ members }) => members],
          ])}
        >
          {versions.map((version) => (
            <VersionLine
              key={version.version}
              document={document}
              version={version}
              isInForce={version === inForce}
            />
          ))}
        </Lines>
      )}
    </Card>
  )
}

function VersionLine({
  document,
  version: { version, summary, author, publishedAt, members, sameAs },
  isInForce,
}: Pick<OperatedLegal['items'][number], 'document'> & {
  version: OperatedLegal['items'][number]['versions'][number]
  isInForce: boolean
}) {
  const may = useMay()
  const agreed =
    document === 'cookies' ? '' : ` · ${m.legal_agreed({ count: members, shown: formatNumber(members) })}`
  return (
    <Line
      name={
        <>
          <a href={withQuery(paths.doc(document), { version })} target="_blank" rel="noreferrer">
            {version}
          </a>{' '}
          {isInForce && <Pill tone="good">{m.legal_current()}</Pill>}
        </>
      }
      detail={
        <>
          <bdi>{summary}</bdi> · {m.legal_line({ author, time: formatDateTime(publishedAt) })}
          {agreed}
          {document !== 'cookies' && sameAs !== null && ` · ${m.legal_same_as({ version: sameAs })}`}
        </>
      }
      acts={
        !isInForce &&
        may('legal.publish') && (
          <Button
            component={Link}
            to={`${screenHref('editLegal', { document })}?version=${version}`}
            variant="subtle"
            size="compact-sm"
            aria-label={`${m.legal_again()}: ${version}`}
          >
            {m.legal_again()}
          </Button>
        )
      }
    />
  )
}

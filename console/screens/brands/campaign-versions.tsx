import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { listCampaignVersions } from '#contracts/operator-campaigns.endpoints.ts'
import type { CampaignVersion } from '#contracts/operator-campaigns.schemas.ts'
import { lineDifferences } from '#rules/line-differences.ts'
import { call } from '#console/platform/api.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card } from '#console/ui/card.tsx'
import { formatDateTime } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { FileButton, listFile } from '#console/ui/table/file-button.tsx'
import { agreedFields, offerFields, offerNames, offerText } from './campaign-offer.tsx'
import { erasePictureAct } from './erase-picture-act.tsx'
import styles from './campaign.module.css'

/** What a campaign offered at any time, and the differences between two of them. */
export function CampaignVersions({
  id,
  revision,
  canEdit,
}: {
  id: string
  revision: number
  canEdit: boolean
}) {
  const versions = useQuery({
    queryKey: ['campaign-versions', id, revision],
    queryFn: async ({ signal }) => await call(listCampaignVersions, { params: { id }, signal }),
  })
  return (
    <Card
      heading={m.campaigns_versions()}
      acts={
        versions.data && (
          <>
            <ActButton
              act={erasePictureAct(id)}
              row={versions.data.items}
              idOf={() => id}
              nameOf={() => m.campaigns_cover()}
            />
            <FileButton
              {...listFile(`campaign-versions-${id}`, versions.data.items, [
                [m.campaigns_file_version(), ({ number }) => number],
                [m.table_file_time(), ({ at }) => at],
                [m.table_file_by(), ({ by }) => by],
                [m.table_file_reason(), ({ reason }) => reason],
                ...offerFields.map(
                  (field) =>
                    [offerNames[field](), ({ offer }: CampaignVersion) => offerText(offer, field)] as const,
                ),
              ])}
            />
          </>
        )
      }
    >
      {versions.isPending ? (
        <LoadingState />
      ) : versions.isError ? (
        <FailureState error={versions.error} onRetry={() => void versions.refetch()} />
      ) : versions.data.items.length < 2 ? (
        <p className={styles.note}>{m.campaigns_one_version()}</p>
      ) : (
        // Another comparison once there is another version.
        <Comparison key={revision} id={id} versions={versions.data.items} canEdit={canEdit} />
      )}
    </Card>
  )
}

function Comparison({
  id,
  versions,
  canEdit,
}: {
  id: string
  versions: readonly CampaignVersion[]
  canEdit: boolean
}) {
  const [numbers, setNumbers] = useState({
    before: versions[1]!.number,
    after: versions[0]!.number,
  })
  const versionOf = (number: number) => versions.find((one) => one.number === number)!
  const before = versionOf(numbers.before)
  const after = versionOf(numbers.after)
  const fields = offerFields.filter((field) => isOther(before.offer[field], after.offer[field]))
  return (
    <>
      <div className={styles.chosen}>
        {(['before', 'after'] as const).map((side) => (
          <NativeSelect
            key={side}
            label={side === 'before' ? m.campaigns_before() : m.campaigns_after()}
            value={String(numbers[side])}
            onChange={(event) => setNumbers({ ...numbers, [side]: Number(event.currentTarget.value) })}
            data={versions.map((version) => ({
              value: String(version.number),
              label: versionName(version),
            }))}
          />
        ))}
      </div>
      {canEdit && before.number !== versions[0]!.number && (
        <div>
          <Button
            variant="default"
            component={Link}
            to={`/${consoleRoutes.campaigns}/${id}/edit?version=${before.number}`}
          >
            {m.campaigns_edit_from({ version: before.number })}
          </Button>
        </div>
      )}
      {after.reason && <p className={styles.note}>{after.reason}</p>}
      <p className={styles.note} role="status">
        {fields.length === 0 ? m.campaigns_same() : m.campaigns_differences({ count: fields.length })}
        {fields.some((field) => agreedFields.has(field)) && `: ${m.campaigns_agree_anew()}`}
      </p>
      <dl className={styles.differences}>
        {fields.map((field) => (
          <div key={field} className={styles.difference}>
            <dt>{offerNames[field]()}</dt>
            <dd>
              {field === 'terms' ? (
                <TextDifferences before={before.offer.terms} after={after.offer.terms} />
              ) : (
                <div className={styles.sides}>
                  <Side label={m.campaigns_before()} text={offerText(before.offer, field)} />
                  <Side label={m.campaigns_after()} text={offerText(after.offer, field)} />
                </div>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function versionName({ number, at, by }: CampaignVersion): string {
  const who = by === null ? formatDateTime(at) : m.campaigns_version_by({ by, time: formatDateTime(at) })
  return `${m.campaigns_version({ number })} · ${number === 1 ? `${m.campaigns_version_first()}, ` : ''}${who}`
}

function Side({ label, text }: { label: string; text: string }) {
  return (
    <div className={styles.side}>
      <small>{label}</small>
      <span className={styles.text}>{text}</span>
    </div>
  )
}

/** A long text, with the lines that were removed and added. */
function TextDifferences({ before, after }: { before: string; after: string }) {
  return (
    <ol className={styles.lines}>
      {lineDifferences(before, after).map(({ change, line }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no name, and are written anew together
        <li key={index} data-change={change}>
          {change === 'removed' ? <del>{line}</del> : change === 'added' ? <ins>{line}</ins> : line}
        </li>
      ))}
    </ol>
  )
}

function isOther(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other)
}

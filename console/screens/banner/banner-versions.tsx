import { m } from '#console-messages'
import type { BannerVersion, OperatedBanner } from '#contracts/operator-banner.schemas.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { formatDateTime } from '#console/ui/format.ts'
import { Pill } from '#console/ui/pill.tsx'
import { listFile } from '#console/ui/table/file-button.tsx'
import { restoreAct } from './banner-acts.tsx'
import { BannerTexts } from './banner-texts.tsx'
import styles from './banner.module.css'

/** Every banner there was, the newest first. */
export function BannerVersions({ banner }: { banner: OperatedBanner }) {
  return (
    <Card heading={m.banner_versions()}>
      {banner.versions.length === 0 ? (
        m.banner_versions_none()
      ) : (
        <Lines
          file={listFile('banner-versions', banner.versions, [
            [m.table_file_time(), ({ setAt }) => setAt],
            [m.table_file_by(), ({ author }) => author],
            [m.table_file_reason(), ({ reason }) => reason],
            [m.banner_file_on(), ({ isOn }) => isOn],
            [m.banner_text_en(), ({ texts }) => texts.en],
            [m.banner_text_es(), ({ texts }) => texts.es],
            [m.banner_text_de(), ({ texts }) => texts.de],
            [m.banner_path(), ({ path }) => path],
            [m.banner_file_from(), ({ startsAt }) => startsAt],
            [m.banner_file_until(), ({ endsAt }) => endsAt],
          ])}
        >
          {banner.versions.map((version) => (
            <Line
              key={version.id}
              name={
                <>
                  <bdi>{version.texts.en}</bdi>{' '}
                  <Pill tone={version.isOn ? 'good' : 'plain'}>
                    {version.isOn ? m.banner_version_on() : m.banner_version_off()}
                  </Pill>
                </>
              }
              detail={
                <>
                  <span className={styles.line}>{windowOf(version)}</span>
                  <BannerTexts version={version} />
                  <span className={styles.line}>
                    {m.banner_version({
                      author: version.author,
                      time: formatDateTime(version.setAt),
                      reason: version.reason,
                    })}
                  </span>
                </>
              }
              acts={
                <ActButton
                  act={restoreAct(banner)}
                  row={version}
                  idOf={({ id }) => String(id)}
                  nameOf={({ texts }) => texts.en}
                />
              }
            />
          ))}
        </Lines>
      )}
    </Card>
  )
}

function windowOf({ startsAt, endsAt }: BannerVersion): string {
  return m.banner_window({
    from: formatDateTime(startsAt),
    until: endsAt === null ? m.banner_window_open() : m.banner_window_until({ time: formatDateTime(endsAt) }),
  })
}

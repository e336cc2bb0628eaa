import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { getOperatedBanner } from '#contracts/operator-banner.endpoints.ts'
import type { OperatedBanner } from '#contracts/operator-banner.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { formatDateTime } from '#console/ui/format.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { turnAct } from './banner-acts.tsx'
import { BannerForm } from './banner-form.tsx'
import { BannerStrip } from './banner-strip.tsx'
import { BannerVersions } from './banner-versions.tsx'
import { membersText } from './banner-words.ts'
import layout from '#console/ui/layout.module.css'

/** What stands above every page of the site: set, taken off, and what stood there before. */
export default function Banner() {
  const banner = useQuery({
    queryKey: ['banner'],
    queryFn: async ({ signal }) => await call(getOperatedBanner, { signal }),
  })
  if (banner.isPending) return <LoadingState />
  if (banner.isError) return <FailureState error={banner.error} onRetry={() => void banner.refetch()} />
  return <Shown banner={banner.data} />
}

function Shown({ banner }: { banner: OperatedBanner }) {
  const may = useMay()
  const [current] = banner.versions
  return (
    <>
      <ScreenHead title={m.shell_banner()} summary={summaryOf(banner)}>
        {[false, true].map((isOn) => (
          <ActButton
            key={String(isOn)}
            act={turnAct(isOn)}
            row={banner}
            idOf={() => 'banner'}
            nameOf={() => m.shell_banner()}
          />
        ))}
      </ScreenHead>
      {current && banner.state !== 'off' && <BannerStrip text={current.texts.en} path={current.path} />}
      <div className={layout.parts}>
        {/* What is being written stays, whoever sets another meanwhile: the revision tells them apart. */}
        {may('banner.set') && <BannerForm banner={banner} />}
        <BannerVersions banner={banner} />
      </div>
    </>
  )
}

function summaryOf({ state, members, versions }: OperatedBanner): string {
  const [current] = versions
  if (state === 'shown') return m.banner_summary_shown({ members: membersText(members) })
  if (state === 'planned') return m.banner_summary_planned({ time: formatDateTime(current!.startsAt) })
  if (state === 'over') return m.banner_summary_over({ time: formatDateTime(current!.endsAt!) })
  return state === 'off' ? m.banner_summary_off() : m.banner_summary_none()
}

import { useEffect, useEffectEvent, useMemo } from 'react'
import { m } from '#messages'
import { browserZone } from '#web/platform/browser-zone.ts'
import { useSaveProfile } from './queries.ts'
import { ComboboxItem } from './combobox-item.tsx'

/** The zone by which a member's days begin and end. The first one is the browser's, set without a question. */
export function TimeZoneItem({ uid, value }: { uid: string; value: string | null }) {
  const first = useSaveProfile(uid)
  const here = browserZone()
  const setFirst = useEffectEvent(() => first.mutate({ timeZone: here }))
  const isFirst = value === null
  useEffect(() => {
    if (isFirst) setFirst()
  }, [isFirst])
  const zone = value ?? here
  const options = useMemo(
    () => zonesWith(zone).map((name) => ({ value: name, label: name.replaceAll('_', ' ') })),
    [zone],
  )
  return (
    <ComboboxItem
      key={zone}
      uid={uid}
      field="timeZone"
      value={zone}
      label={m.profile_time_zone()}
      options={options}
    />
  )
}

/** All zones the browser knows by name, and one that it may know by another. */
function zonesWith(zone: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone])].filter(Boolean).sort()
}

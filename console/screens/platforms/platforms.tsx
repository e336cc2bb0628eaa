import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { listPlatforms } from '#contracts/operator-economy.endpoints.ts'
import type { OperatedPlatforms } from '#contracts/operator-economy.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import layout from '#console/ui/layout.module.css'
import { OrderLines } from '#console/ui/order-lines.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { listFile } from '#console/ui/table/file-button.tsx'
import { addAct, editAct, orderAct, removeAct } from './platform-acts.tsx'
import { membersText, pointsText } from './platform-words.ts'
import styles from './platforms.module.css'

/** Where members can follow the site for points, once on each. */
export default function Platforms() {
  const platforms = useQuery({
    queryKey: ['platforms'],
    queryFn: async ({ signal }) => await call(listPlatforms, { signal }),
  })
  if (platforms.isPending) return <LoadingState />
  if (platforms.isError)
    return <FailureState error={platforms.error} onRetry={() => void platforms.refetch()} />
  return <Shown platforms={platforms.data} />
}

function Shown({ platforms }: { platforms: OperatedPlatforms }) {
  const [names, setNames] = useState<string[] | null>(null)
  const { items, points, left } = platforms
  return (
    <>
      <ScreenHead
        title={m.shell_platforms()}
        summary={m.platforms_summary({ count: items.length, points: pointsText(points) })}
      >
        <ActButton
          act={addAct(platforms)}
          row={platforms}
          idOf={() => 'platforms'}
          nameOf={() => m.shell_platforms()}
        />
      </ScreenHead>
      <div className={layout.parts}>
        {names ? (
          <Ordered platforms={platforms} names={names} onChange={setNames} />
        ) : (
          <Listed platforms={platforms} onOrder={() => setNames(items.map(({ platform }) => platform))} />
        )}
        {left.length > 0 && (
          <Card heading={m.platforms_left()}>
            <p className={styles.note}>{m.platforms_left_hint()}</p>
            <Lines
              file={listFile('platforms-not-listed', left, [
                [m.platforms_file_platform(), ({ platform }) => platform],
                [m.platforms_file_followed(), ({ followed }) => followed],
              ])}
            >
              {left.map(({ platform, followed }) => (
                <Line key={platform} name={platform} detail={followedText(followed)} />
              ))}
            </Lines>
          </Card>
        )}
      </div>
    </>
  )
}

function Listed({ platforms, onOrder }: { platforms: OperatedPlatforms; onOrder: () => void }) {
  const may = useMay()
  const { items } = platforms
  return (
    <Card
      heading={m.platforms_list()}
      acts={
        items.length > 1 &&
        may('economy.set') && (
          <Button variant="default" onClick={onOrder}>
            {m.platforms_order()}
          </Button>
        )
      }
    >
      {items.length === 0 ? (
        m.platforms_none()
      ) : (
        <Lines
          file={listFile('platforms', items, [
            [m.platforms_file_platform(), ({ platform }) => platform],
            [m.platforms_file_address(), ({ url }) => url],
            [m.platforms_file_followed(), ({ followed }) => followed],
          ])}
        >
          {items.map((item) => (
            <Line
              key={item.platform}
              name={item.platform}
              detail={
                <>
                  <span className={styles.line}>
                    <bdi>{item.url ?? m.platforms_no_address()}</bdi>
                  </span>
                  <span className={styles.line}>{followedText(item.followed)}</span>
                </>
              }
              acts={
                <span className={styles.acts}>
                  {[editAct(platforms, item), removeAct(platforms)].map((act) => (
                    <ActButton
                      key={act.id}
                      act={act}
                      row={item}
                      idOf={({ platform }) => platform}
                      nameOf={({ platform }) => platform}
                    />
                  ))}
                </span>
              }
            />
          ))}
        </Lines>
      )}
      <p className={styles.note}>{m.platforms_history()}</p>
    </Card>
  )
}

/** While they are put into another order; nothing is changed until that is saved. */
function Ordered({
  platforms,
  names,
  onChange,
}: {
  platforms: OperatedPlatforms
  names: string[]
  onChange: (names: string[] | null) => void
}) {
  return (
    <Card
      heading={m.platforms_list()}
      acts={
        <span className={styles.acts}>
          <Button variant="default" onClick={() => onChange(null)}>
            {m.common_cancel()}
          </Button>
          <ActButton
            act={orderAct(platforms, names)}
            row={platforms}
            idOf={() => 'platforms'}
            nameOf={() => m.shell_platforms()}
            onDone={() => onChange(null)}
          />
        </span>
      }
    >
      <OrderLines items={names.map((name) => ({ id: name, name }))} onChange={onChange} />
    </Card>
  )
}

function followedText(count: number): string {
  return m.platforms_followed({ members: membersText(count) })
}

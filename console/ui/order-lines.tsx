import { Button } from '@mantine/core'
import { m } from '#console-messages'
import { Line, Lines } from './card.tsx'
import styles from './order-lines.module.css'

/** Lines that are put into another order, each by a button up and one down. */
export function OrderLines({
  items,
  onChange,
}: {
  items: readonly { id: string; name: string }[]
  onChange: (ids: string[]) => void
}) {
  const ids = items.map(({ id }) => id)
  const move = (at: number, to: number) => onChange(ids.with(at, ids[to]!).with(to, ids[at]!))
  return (
    <Lines file={null}>
      {items.map(({ id, name }, at) => (
        <Line
          key={id}
          name={<bdi>{name}</bdi>}
          acts={
            <span className={styles.acts}>
              <Button
                variant="default"
                aria-label={m.common_move_up({ name })}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                <span aria-hidden>↑</span>
              </Button>
              <Button
                variant="default"
                aria-label={m.common_move_down({ name })}
                disabled={at === items.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <span aria-hidden>↓</span>
              </Button>
            </span>
          }
        />
      ))}
    </Lines>
  )
}

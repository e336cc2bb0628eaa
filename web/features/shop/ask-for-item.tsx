import { m } from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { useAskForItem } from './queries.ts'
import classes from './shop.module.css'

/** Of a sold-out item: a member is notified once it is back, or no longer wants to be. */
export function AskForItem({ itemId, isAskedFor }: { itemId: string; isAskedFor: boolean }) {
  const ask = useAskForItem(itemId)
  const said = ask.isSuccess ? (ask.variables ? m.shop_watch_on() : m.shop_watch_off()) : ''
  return (
    <div className={classes.stack}>
      <Button
        look={isAskedFor ? 'soft' : 'primary'}
        full
        loading={ask.isPending}
        onClick={() => ask.mutate(!isAskedFor)}
      >
        {isAskedFor ? m.shop_watch_stop() : m.shop_watch()}
      </Button>
      <p className={classes.hint} role="status">
        {said || (isAskedFor && m.shop_watch_on())}
      </p>
      {ask.isError && <Notice>{m.shop_watch_failed()}</Notice>}
    </div>
  )
}

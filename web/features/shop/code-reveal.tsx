import { useId, useState } from 'react'
import { m } from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { useRevealCodes } from './queries.ts'
import classes from './code-reveal.module.css'

/** The codes of an order: hidden until they are asked for, which is logged; then shown, said and copied. */
export function CodeReveal({
  orderId,
  count,
  isMain,
}: {
  orderId: string
  /** How many codes there are. */
  count: number
  /** It is what there is to do now, and not one of a list. */
  isMain?: boolean
}) {
  const reveal = useRevealCodes(orderId)
  const [isShown, setIsShown] = useState(false)
  const id = useId()
  const codes = isShown ? (reveal.data?.codes ?? []) : []
  return (
    <div className={classes.reveal}>
      {reveal.isError && <Notice>{m.shop_code_failed()}</Notice>}
      <p role="status" className="visually-hidden">
        {codes.length > 0 && m.shop_code_shown({ code: codes.join(', ') })}
      </p>
      {codes.map((code, index) => (
        <div key={code} className={classes.code}>
          <b id={`${id}-${index}`} className={classes.letters}>
            <bdi>{code}</bdi>
          </b>
          <CopyButton text={code} label={m.shop_code_copy()} describedBy={`${id}-${index}`} />
        </div>
      ))}
      {codes.length > 0 && <p className={classes.hint}>{m.shop_code_hint()}</p>}
      <Button
        look={isMain && !isShown ? 'gold' : 'soft'}
        size={isMain ? 'm' : 's'}
        full={isMain}
        loading={reveal.isPending}
        onClick={() => {
          if (isShown) setIsShown(false)
          else reveal.mutate(undefined, { onSuccess: () => setIsShown(true) })
        }}
      >
        {isShown ? m.shop_code_hide({ count }) : m.shop_code_show({ count })}
      </Button>
    </div>
  )
}

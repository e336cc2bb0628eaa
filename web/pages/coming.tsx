import type { ComponentType } from 'react'
import { m } from '#messages'
import { pageRoutes, type PageId } from '#contracts/page-routes.ts'
import { paths } from '#contracts/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ComingDrawing } from '../ui/drawings.tsx'
import { Page } from '../ui/page.tsx'
import classes from './coming.module.css'

/** An honest page for a route whose content is still to be built: what will be there, and a way on. */
export function comingPage(id: PageId, title: () => string): ComponentType {
  return function ComingPage() {
    const alone = pageRoutes[id].layout === 'none'
    return (
      <div className={alone ? classes.alone : undefined}>
        <Coming title={title()} sentence={m.coming_doc()} />
      </div>
    )
  }
}

/** The card of such a page, for screens that are partly there. */
export function Coming({ title, sentence }: { title: string; sentence: string }) {
  return (
    <Page title={title} narrow>
      <Card className={classes.card}>
        <ComingDrawing />
        <p className={classes.kicker}>{m.coming_kicker()}</p>
        <p className={classes.sentence}>{sentence}</p>
        <div className={classes.actions}>
          <ButtonLink look="soft" to={paths.home}>
            {m.layout_go_home()}
          </ButtonLink>
        </div>
      </Card>
    </Page>
  )
}

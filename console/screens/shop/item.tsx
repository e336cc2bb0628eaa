import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { getOperatedItem } from '#contracts/operator-shop.endpoints.ts'
import type { OperatedItemDetail } from '#contracts/operator-shop.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card } from '#console/ui/card.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatCrels, formatDate, formatNumber } from '#console/ui/format.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { Stat, Stats } from '#console/ui/stat.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { saleActs, stockAct } from './item-acts.tsx'
import { ItemCodes } from './item-codes.tsx'
import { ItemHistory } from './item-history.tsx'
import { ItemPicture } from './item-picture.tsx'
import { faceText, kindNames, stateNames, stockText, windowText } from './item-words.ts'
import layout from '#console/ui/layout.module.css'

/** One item: what it is, what is left and sold, its codes, its picture and its changes. */
export default function Item() {
  const { slug } = useParams() as { slug: string }
  const item = useQuery({
    queryKey: ['shop-item', slug],
    queryFn: async ({ signal }) => await call(getOperatedItem, { params: { slug }, signal }),
  })
  if (item.isPending) return <LoadingState />
  if (item.isError) return <FailureState error={item.error} onRetry={() => void item.refetch()} />
  return <Shown item={item.data} />
}

function Shown({ item }: { item: OperatedItemDetail }) {
  const { slug, kind, title, state } = item
  const may = useMay()
  return (
    <>
      <ScreenHead
        title={<bdi>{title}</bdi>}
        summary={m.shop_summary_line({
          state: stateNames[state](),
          kind: kindNames[kind](),
          slug,
          date: formatDate(item.createdAt),
        })}
      >
        {[...saleActs, stockAct].map((act) => (
          <ActButton key={act.id} act={act} row={item} idOf={(row) => row.slug} nameOf={(row) => row.title} />
        ))}
        {may('shop.edit') && (
          <Button variant="light" component={Link} to={`/${consoleRoutes.shop}/${slug}/edit`}>
            {m.shop_edit()}
          </Button>
        )}
      </ScreenHead>
      <Stats>
        <Stat label={m.shop_price()} value={formatNumber(item.points)} />
        <Stat label={m.shop_stock()} value={stockText(item.stock)} />
        <Stat label={m.shop_sold()} value={formatNumber(item.sold)} />
        <Stat label={m.shop_waiting()} value={formatNumber(item.waiting)} />
        <Stat label={m.shop_awaited()} value={formatNumber(item.awaitedBy)} />
      </Stats>
      <div className={layout.parts}>
        <Card heading={m.shop_facts()}>
          <Facts
            facts={[
              [m.shop_card_text(), item.summary],
              [m.shop_description(), item.description],
              [m.shop_face_value(), item.faceValue && faceText(item.faceValue)],
              [m.shop_pays(), item.crels && formatCrels(item.crels)],
              [m.shop_member_limit(), item.memberLimit && formatNumber(item.memberLimit)],
              [m.shop_countries(), item.countries.join(', ')],
              [m.shop_visible(), windowText(item.visibleFrom, item.visibleUntil)],
              [m.shop_active(), windowText(item.activeFrom, item.activeUntil)],
            ]}
          />
        </Card>
        <ItemPicture item={item} />
        {item.codes && <ItemCodes item={item} codes={item.codes} />}
        <ItemHistory item={item} />
      </div>
    </>
  )
}

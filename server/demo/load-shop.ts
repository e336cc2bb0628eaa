import { currentEconomy, setEconomy } from '../modules/economy/public.ts'
import {
  addItem,
  importCodes,
  placeOrder,
  readItemFile,
  setItemImage,
  shipOrder,
} from '../modules/shop/public.ts'
import type { Tx } from '../platform/database.ts'
import type { Files } from '../platform/files/stored-files.ts'
import type { Secret } from '../platform/secret.ts'
import { demoItems } from './content/shop-items.ts'
import { inTheirTime } from './demo-time.ts'
import type { DemoActor } from './load-members.ts'
import { demoActor } from './demo-platforms.ts'
import { dayMs } from '#rules/utc-date.ts'

const by = { reason: 'Demo data' }
const path = 'shop.packMonthlyCrelsMax'
/** Crels that the demo's packs may pay in a month. */
const packBudget = 5_000

/** Stocks the shop, and lets a creator order what came and what is on its way. */
export async function loadShop(
  tx: Tx,
  actor: DemoActor,
  {
    anchor,
    secret,
    files,
    pictures,
  }: {
    anchor: Date
    secret: Secret
    files: Files
    /** The keys of items' pictures by slug. */
    pictures: ReadonlyMap<string, string>
  },
): Promise<void> {
  await openPacks(tx)
  const day = (days: number | undefined) =>
    days === undefined ? null : new Date(anchor.getTime() + days * dayMs).toISOString()
  const ids = new Map<string, string>()
  for (const { file, codes = 0, activeFromDay, activeUntilDay } of demoItems) {
    const item = readItemFile({
      ...file,
      visibleFrom: day(-90),
      activeFrom: day(activeFromDay),
      activeUntil: day(activeUntilDay),
    })
    const { id } = await addItem(tx, demoActor, { file: item, ...by, demo: true })
    ids.set(item.slug, id)
    await setItemImage(tx, demoActor, { ...by, item: id, key: pictures.get(item.slug)! }, { files })
    const text = Array.from({ length: codes }, (_, at) => demoCode(item.slug, at)).join('\n')
    if (codes > 0) await importCodes(tx, demoActor, { ...by, item: id, text }, { secret })
  }
  const order = async (slug: string, points: number, daysAgo: number, address?: typeof home) =>
    await inTheirTime(tx, new Date(anchor.getTime() - daysAgo * dayMs), async () => {
      const wish = { itemId: ids.get(slug)!, quantity: 1, points, address }
      return await placeOrder(tx, actor, wish, { secret })
    })
  const { id: orderId } = await order('sticker-sheet', 40, 0.5, home)
  await shipOrder(tx, demoActor, {
    orderId,
    carrier: 'Posten',
    trackingUrl: 'https://tracking.example/stickers',
  })
  await order('northwind-coffee-5', 90, 0.25)
}

/** Lets packs be tried; a budget of the operator's own stays. */
async function openPacks(tx: Tx): Promise<void> {
  const { packMonthlyCrelsMax } = (await currentEconomy(tx)).shop
  if (packMonthlyCrelsMax === 0)
    await setEconomy(tx, demoActor, { reason: by.reason, settings: [{ path, value: packBudget }] })
}

/** Switches packs off again; a budget of the operator's own stays. */
export async function closePacks(tx: Tx): Promise<void> {
  const { packMonthlyCrelsMax } = (await currentEconomy(tx)).shop
  if (packMonthlyCrelsMax === packBudget)
    await setEconomy(tx, demoActor, { reason: 'Demo data removed', settings: [{ path, value: 0 }] })
}

const home = {
  name: 'Demo Creator',
  street: 'Harbour Street 12',
  extra: '',
  city: 'Bergen',
  postcode: '5003',
  region: '',
  country: 'NO',
  phone: '',
}

/** It opens nothing anywhere. */
function demoCode(slug: string, at: number): string {
  const name = slug
    .replaceAll(/[^a-z]/g, '')
    .slice(0, 4)
    .toUpperCase()
  return `DEMO-${name}-${String(1_000 + at * 7)}`
}

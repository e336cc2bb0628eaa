import type { OperatedItemDetail } from '#contracts/operator-shop.schemas.ts'
import type { ItemChanges, ItemFile } from '#contracts/shop-item-file.schemas.ts'
import type { ItemKind } from '#rules/shop-item.ts'
import { utcText, utcTime } from '#console/ui/utc-input.ts'

/** An item as it is being written: every field as it is typed. */
export interface ItemDraft {
  kind: ItemKind
  title: string
  slug: string
  summary: string
  description: string
  points: string
  crels: string
  faceCurrency: string
  /** In whole units of the currency, with its decimals. */
  faceAmount: string
  stock: string
  memberLimit: string
  countries: string
  base: string
  glow: string
  visibleFrom: string
  visibleUntil: string
  activeFrom: string
  activeUntil: string
}

export const emptyItem: ItemDraft = {
  kind: 'gift_card',
  title: '',
  slug: '',
  summary: '',
  description: '',
  points: '',
  crels: '',
  faceCurrency: '',
  faceAmount: '',
  stock: '',
  memberLimit: '',
  countries: '',
  base: '#4c3fd6',
  glow: '#f5b0ff',
  visibleFrom: '',
  visibleUntil: '',
  activeFrom: '',
  activeUntil: '',
}

/** An item that is there, to be changed. */
export function draftOf(item: OperatedItemDetail): ItemDraft {
  const { kind, title, slug, summary, description, points, crels, stock, memberLimit, faceValue } = item
  return {
    kind,
    title,
    slug,
    summary,
    description,
    points: kind === 'crels_pack' ? '' : String(points),
    crels: numberText(crels),
    faceCurrency: faceValue?.currency ?? '',
    faceAmount: faceValue
      ? (faceValue.minor / 10 ** decimalsOf(faceValue.currency)).toFixed(decimalsOf(faceValue.currency))
      : '',
    stock: numberText(stock),
    memberLimit: numberText(memberLimit),
    countries: item.countries.join(', '),
    base: item.image.base,
    glow: item.image.glow,
    visibleFrom: utcText(item.visibleFrom),
    visibleUntil: utcText(item.visibleUntil),
    activeFrom: utcText(item.activeFrom),
    activeUntil: utcText(item.activeUntil),
  }
}

/** A draft as the file of a new item. What belongs to another kind is left out. */
export function fileOf(draft: ItemDraft): ItemFile {
  const { kind, slug } = draft
  return {
    kind,
    slug: slug.trim(),
    ...offerOf(draft),
    stock: kind === 'gift_card' ? null : typedNumber(draft.stock),
    visibleFrom: utcTime(draft.visibleFrom),
  }
}

/** What is other in a draft than in the item it is of. Stock has an act of its own. */
export function changesOf(item: OperatedItemDetail, draft: ItemDraft): ItemChanges {
  const before = draftOf(item)
  const visibleFrom = utcTime(draft.visibleFrom) ?? item.visibleFrom
  const offer = { ...offerOf(draft), visibleFrom }
  const isOther = (...fields: (keyof ItemDraft)[]) => fields.some((field) => draft[field] !== before[field])
  return Object.fromEntries(
    Object.entries(offer).filter(([name]) => isOther(...(partsOf[name] ?? [name as keyof ItemDraft]))),
  ) as ItemChanges
}

/** Fields of a draft that are one of the item. */
const partsOf: Record<string, (keyof ItemDraft)[]> = {
  faceValue: ['faceCurrency', 'faceAmount'],
  colors: ['base', 'glow'],
}

function offerOf(draft: ItemDraft) {
  const { kind, title, summary, description, base, glow, faceCurrency } = draft
  const isPack = kind === 'crels_pack'
  const currency = faceCurrency.trim().toUpperCase()
  return {
    title: title.trim(),
    summary: summary.trim(),
    description: description.trim(),
    points: isPack ? null : typedNumber(draft.points),
    crels: isPack ? typedNumber(draft.crels) : null,
    faceValue:
      currency === '' || !hasFaceValue(kind)
        ? null
        : { currency, minor: minorOf(draft.faceAmount, currency) },
    memberLimit: typedNumber(draft.memberLimit),
    countries: kind === 'merchandise' ? countriesOf(draft.countries) : [],
    colors: { base, glow },
    visibleUntil: utcTime(draft.visibleUntil),
    activeFrom: utcTime(draft.activeFrom),
    activeUntil: utcTime(draft.activeUntil),
  }
}

/** Whether a value is printed on an item of a kind. */
export function hasFaceValue(kind: ItemKind): boolean {
  return kind === 'gift_card' || kind === 'merchandise'
}

function countriesOf(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
}

/** NaN, which the server refuses, for what is no number. */
function typedNumber(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

function numberText(value: number | null): string {
  return value === null ? '' : String(value)
}

/** Exact, from the digits: `19.99` dollars are 1999 cents. */
function minorOf(amount: string, currency: string): number {
  const [whole = '', part = ''] = amount.trim().split('.')
  return Number(`${whole}${part.padEnd(decimalsOf(currency), '0')}`)
}

function decimalsOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

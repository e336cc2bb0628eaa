/** What had the focus, and once it is gone where it was. */
interface Held {
  element: HTMLElement
  /** What its button says, which the next row's says too. */
  name: string
  /** The place of the control in its row, from 0; -1 in none. */
  index: number
  place: Place | null
}

interface Place {
  within: Node
  before: Node | null
  /** A whole row is gone, and no part of one. */
  isRow: boolean
}

const rowOf = 'li, tr'
const controls = 'button, a[href], input'
const parts = 'section, article, aside, [role=dialog], main'

/**
 * Gives the focus a place when what has it goes from the page, as with a line that is removed, or a dialog whose opener
 * went with its act: the same button of the next row, else the list, the heading of the part, or the main part. Else it
 * falls to `<body>`, and who works by keyboard or screen reader begins at the top.
 */
export function keepFocus(): void {
  // The latest last: under a dialog is what opened it.
  let held: Held[] = []
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    held = [...held.filter(({ element }) => element !== target), hold(target)].slice(-10)
    // A dialog that closes gives the focus to its opener, also where it opened another: after its way out this one has it.
    if (openDialog()) setTimeout(() => bringBack(held), 300)
  })
  // Headings show that they have it to who works by keys (`base.css`).
  document.addEventListener(
    'pointerdown',
    () => document.documentElement.setAttribute('data-pointer', ''),
    true,
  )
  document.addEventListener('keydown', () => document.documentElement.removeAttribute('data-pointer'), true)
  // Who presses beside everything leaves what had the focus.
  document.addEventListener('click', () => void (hasNone() && (held = [])), true)
  let timer: ReturnType<typeof setTimeout> | undefined
  new MutationObserver((records) => {
    for (const record of records) for (const one of held) follow(one, record)
    const last = held.at(-1)?.element
    if (!last || !hasNone()) return
    // A button that waited for an answer lost it, too.
    const isBack = records.some(({ type, target }) => type === 'attributes' && target === last)
    if (last.isConnected && (!isBack || last.matches(':disabled'))) return
    // After what gives the focus back by itself, as a dialog does 10 ms after it closes.
    timer ??= setTimeout(() => {
      timer = undefined
      giveBack(held)
    }, 30)
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

/** The dialog that lies over all. */
function openDialog(): Element | undefined {
  const cover = document.querySelector('dialog:modal')
  if (cover) return cover
  return [...document.querySelectorAll('[role=dialog][aria-modal=true]')].findLast((one) =>
    one.checkVisibility(),
  )
}

function bringBack(held: readonly Held[]): void {
  const dialog = openDialog()
  if (!dialog || !document.getElementById('root')?.contains(document.activeElement)) return
  const before = held.findLast(({ element }) => dialog.contains(element))?.element
  const target = before ?? dialog.querySelector('[data-autofocus], button')
  if (target instanceof HTMLElement) target.focus()
}

const hasNone = () => document.activeElement === null || document.activeElement === document.body

function hold(element: HTMLElement): Held {
  const row = element.closest(rowOf)
  const index = row ? [...row.querySelectorAll(controls)].indexOf(element) : -1
  return { element, name: nameOf(element), index, place: null }
}

const nameOf = (element: Element) => element.textContent.trim()

/** Notes where it was, and where that was once it goes too. */
function follow(one: Held, { target, removedNodes, nextSibling }: MutationRecord): void {
  for (const node of removedNodes) {
    if (node.contains(one.place?.within ?? one.element))
      one.place = {
        within: target,
        before: nextSibling,
        isRow: node instanceof Element && node.matches(rowOf),
      }
    else if (one.place?.before === node) one.place.before = nextSibling
  }
}

function giveBack(held: readonly Held[]): void {
  if (!hasNone()) return
  const dialog = openDialog()
  const isReached = (element: Element | null | undefined): element is HTMLElement =>
    element instanceof HTMLElement &&
    element.checkVisibility() &&
    !element.matches(':disabled') &&
    (!dialog || dialog.contains(element))
  const next = held
    .toReversed()
    .map((one) => (one.element.isConnected ? one.element : successorOf(one)))
    .find(isReached)
  const target = next ?? dialog ?? document.querySelector('main')
  if (!(target instanceof HTMLElement)) return
  if (!target.matches(`${controls}, [tabindex]`)) target.tabIndex = -1
  target.focus({ preventScroll: true })
  // Who works by mouse stays where they are.
  if (!document.documentElement.hasAttribute('data-pointer')) target.scrollIntoView({ block: 'nearest' })
}

/** What has the focus in place of what is gone. */
function successorOf(one: Held): Element | null | undefined {
  if (!(one.place?.within instanceof Element)) return null
  const { within } = one.place
  const row = within.closest(rowOf)
  const beside = row ? [row.nextElementSibling, row.previousElementSibling] : rowsBeside(one.place)
  return (
    beside.map((other) => sameControl(one, other)).find(Boolean) ??
    within.querySelector(':scope > [role=region][tabindex]') ??
    headingOver(within)
  )
}

function rowsBeside({ within, before, isRow }: Place): (Element | null)[] {
  if (!isRow) return []
  const next = before instanceof Element ? before : null
  return [next, next ? next.previousElementSibling : (within as Element).lastElementChild]
}

function sameControl({ element, name, index }: Held, row: Element | null): Element | undefined {
  const all = [...(row?.querySelectorAll(controls) ?? [])]
  const alike = all[index]
  return (
    all.find((control) => name !== '' && nameOf(control) === name) ??
    (alike?.className === element.className ? alike : undefined)
  )
}

function headingOver(within: Element): Element | null {
  const part = within.closest(parts)
  if (!part) return null
  const first = part.querySelector('[data-autofocus]') ?? part.querySelector('h1, h2, h3')
  return first ?? (part.parentElement ? headingOver(part.parentElement) : null)
}

import { typeOf, type Form } from './schema-forms.ts'

const sizes = ['Length', 'Items']

/** The limits of `taking` that a value within the limits of `giving` may exceed, by keyword. */
export function limitChanges(taking: Form, giving: Form): string[] {
  return [
    ...(isWithin(lowest(giving), lowest(taking)) ? [] : [named(taking, 'minimum', 'exclusiveMinimum')]),
    ...(isWithin(highest(giving), highest(taking)) ? [] : [named(taking, 'maximum', 'exclusiveMaximum')]),
    ...sizes.flatMap((size) => [
      ...(number(giving[`min${size}`], 0) >= number(taking[`min${size}`], 0) ? [] : [`min${size}`]),
      ...(number(giving[`max${size}`], Infinity) <= number(taking[`max${size}`], Infinity)
        ? []
        : [`max${size}`]),
    ]),
  ]
}

/** How far a number may go in one direction, counted outwards; `open` leaves out the value itself. */
interface Bound {
  outwards: number
  open: boolean
}

function highest(form: Form): Bound {
  return bound(form, number(form.maximum, Infinity), number(form.exclusiveMaximum, Infinity))
}

function lowest(form: Form): Bound {
  return bound(form, -number(form.minimum, -Infinity), -number(form.exclusiveMinimum, -Infinity))
}

function bound(form: Form, closed: number, open: number): Bound {
  // Of whole numbers, above 0 is 1 or more.
  if (typeOf(form) === 'integer') return { outwards: Math.min(closed, open - 1), open: false }
  return open <= closed ? { outwards: open, open: open < Infinity } : { outwards: closed, open: false }
}

function isWithin(inner: Bound, outer: Bound): boolean {
  return inner.outwards < outer.outwards || (inner.outwards === outer.outwards && (inner.open || !outer.open))
}

function named(form: Form, closed: string, open: string): string {
  return open in form ? open : closed
}

function number(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}

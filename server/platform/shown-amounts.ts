const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const whole = new Intl.NumberFormat('en-US')

/** US cents as dollars: `$1,012.50`. */
export function dollars(usdCents: number): string {
  return money.format(usdCents / 100)
}

/** A number of things, crels or points with its digits in groups: `12,500`. */
export function grouped(count: number): string {
  return whole.format(count)
}

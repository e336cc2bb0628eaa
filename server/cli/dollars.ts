const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** US cents as dollars: `$1,012.50`. */
export function dollars(usdCents: number): string {
  return format.format(usdCents / 100)
}

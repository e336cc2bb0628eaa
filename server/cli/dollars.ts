/** US cents as dollars: `$12.50`. */
export function dollars(usdCents: number): string {
  return `$${(usdCents / 100).toFixed(2)}`
}

import type { PostalAddress } from '#contracts/orders.schemas.ts'
import type { SealedColumn } from '#server/platform/sealed-columns.ts'
import type { Secret } from '#server/platform/secret.ts'

const [codes, addresses] = ['shop code', 'shop address'] as const
const codeContext = (id: string) => `shop-code:${id}`
const addressContext = (id: string) => `order:${id}`
const fileContext = (id: string) => `shop-code-file:${id}`

/** Where codes, their files and addresses are kept, for a rotation of SECRET. */
export const sealedShop: SealedColumn[] = [
  { table: 'public.shop_code', idColumn: 'id', column: 'code', purpose: codes, contextOf: codeContext },
  {
    table: 'public.shop_code_import_line',
    idColumn: 'id',
    column: 'content',
    purpose: codes,
    contextOf: codeContext,
  },
  {
    table: 'public.shop_code_import_part',
    idColumn: 'id',
    column: 'content',
    purpose: codes,
    contextOf: fileContext,
  },
  {
    table: 'public.shop_order',
    idColumn: 'id',
    column: 'address',
    purpose: addresses,
    contextOf: addressContext,
  },
]

/** A code as it is stored. */
export function sealCode(secret: Pick<Secret, 'seal'>, id: string, code: string): string {
  return secret.seal(codes, codeContext(id), code)
}

/** The code that was sealed. Throws when its key is gone, or when it is another's. */
export function openCode(secret: Pick<Secret, 'open'>, { id, code }: { id: string; code: string }): string {
  return secret.open(codes, codeContext(id), code)
}

/** A part of a file of codes as it is stored until it is read. */
export function sealFilePart(secret: Pick<Secret, 'seal'>, id: string, bytes: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = bytes
  return secret.seal(codes, fileContext(id), Buffer.from(buffer, byteOffset, byteLength).toString('latin1'))
}

/** The bytes that were sealed. */
export function openFilePart(
  secret: Pick<Secret, 'open'>,
  { id, content }: { id: string; content: string },
): Buffer {
  return Buffer.from(secret.open(codes, fileContext(id), content), 'latin1')
}

/** The same for the same code, and of no use without the secret. */
export function codeFingerprint(secret: Pick<Secret, 'hash'>, code: string): Buffer {
  return secret.hash('shop code fingerprint', code)
}

/** An address as it is stored. */
export function sealAddress(secret: Pick<Secret, 'seal'>, orderId: string, address: PostalAddress): string {
  return secret.seal(addresses, addressContext(orderId), JSON.stringify(address))
}

/** The address of an order; null where there is none any more. */
export function openAddress(
  secret: Pick<Secret, 'open'>,
  { id, address }: { id: string; address: string | null },
): PostalAddress | null {
  return address === null
    ? null
    : (JSON.parse(secret.open(addresses, addressContext(id), address)) as PostalAddress)
}

import { InvalidArgumentError, Option, type Command } from 'commander'
import { BRAND_SCOPES, type BrandScope } from '#contracts/endpoint.ts'
import type { ListedBrandKey } from '../modules/brands/public.ts'
import { inActOf, inSealingActOf } from './acting-operator.ts'
import { print, withDb } from './with-app.ts'

const brands = async () => await import('../modules/brands/public.ts')

interface KeyOptions {
  label: string
  scopes?: BrandScope[]
  days?: number
  signing?: boolean
  pixel?: boolean
}

/** `crels brand key create|list|rotate|revoke` */
export function brandKeyCommands(brand: Command): void {
  const key = brand.command('key').description('The keys with which a brand’s servers call us.')
  key
    .command('create <brand>')
    .description('Make a key for a brand (its slug). It is shown this once.')
    .option('--label <text>', 'what it is for', 'server')
    .option('--scopes <list>', `what it may be used for: ${BRAND_SCOPES.join(',')}; all unless given`, scopes)
    .option('--days <count>', 'after how many days it ends by itself; never unless given', days)
    .addOption(new Option('--signing', 'signs calls instead of being sent with them').conflicts('pixel'))
    .addOption(
      new Option('--pixel', 'names the brand in the address of an image; what it reports waits for a word'),
    )
    .action(async (slug: string, { signing, pixel, ...options }: KeyOptions, command: Command) => {
      const { createBrandKey, createPixelKey, createSigningKey } = await brands()
      const input = { brand: slug, ...options }
      const made = await inSealingActOf<{ id: string; key?: string; address?: string }>(
        command,
        async (tx, actor, { secret, config }) => {
          if (signing) return await createSigningKey(tx, actor, input, secret)
          if (!pixel) return await createBrandKey(tx, actor, input)
          const { id } = await createPixelKey(tx, actor, input)
          return { id, address: `${config.publicOrigin}/px/${id}.gif` }
        },
      )
      print(command, made, signing ? [made.id, made.key!] : (made.key ?? made.address!))
    })
  key
    .command('list [brand]')
    .description('List keys, newest first, with what each may and when it was last used.')
    .action(async (slug: string | undefined, _, command: Command) => {
      const { listBrandKeys } = await brands()
      const keys = await withDb(async (db) => await listBrandKeys(db, slug))
      print(command, keys, keys.length > 0 ? keys.map(line) : 'None')
    })
  key
    .command('rotate <keyId>')
    .description('Make a key like this one, with the same end; the old one works on for a while.')
    .option('--overlap <days>', 'how many days the old one keeps working; 0 ends it at once', days, 7)
    .action(async (keyId: string, { overlap }: { overlap: number }, command: Command) => {
      const { rotateBrandKey } = await brands()
      const made = await inSealingActOf(
        command,
        async (tx, actor, { secret }) =>
          await rotateBrandKey(tx, actor, { keyId, overlapDays: overlap }, secret),
      )
      const end = made.expiresAt
        ? [`${made.id} ends ${made.expiresAt.toISOString()}, as ${keyId} was to`]
        : []
      print(command, made, [made.key ?? made.id, ...end, `${keyId} ends ${made.oldExpiresAt.toISOString()}`])
    })
  key
    .command('revoke <keyId>')
    .description('End a key at once.')
    .action(async (keyId: string, _, command: Command) => {
      const { revokeBrandKey } = await brands()
      await inActOf(command, async (tx, actor) => await revokeBrandKey(tx, actor, { keyId }))
      print(command, { revoked: keyId }, `Revoked ${keyId}`)
    })
}

function scopes(list: string): BrandScope[] {
  const given = list.split(',').map((scope) => scope.trim())
  if (given.every((scope): scope is BrandScope => (BRAND_SCOPES as readonly string[]).includes(scope)))
    return [...new Set(given)]
  throw new InvalidArgumentError(`Some of ${BRAND_SCOPES.join(', ')}, with commas between.`)
}

function days(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('A number of days.')
  return Number(text)
}

function line({ id, brand, kind, label, usable, lastUsedAt, ...key }: ListedBrandKey): string {
  const used = lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'never used'
  const end = key.revokedAt ? ', revoked' : key.expiresAt ? `, ends ${key.expiresAt.toISOString()}` : ''
  return `${id}  ${brand}  ${kind}  ${key.scopes.join(',')}  ${label}  ${used}${usable ? '' : ', works no more'}${end}`
}

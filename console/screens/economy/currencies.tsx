import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { m } from '#console-messages'
import {
  listCurrencyRates,
  previewCurrencyRate,
  setCurrencyRate,
  withdrawCurrencyRate,
} from '#contracts/operator-currencies.endpoints.ts'
import type { OperatedCurrencyRate } from '#contracts/operator-currencies.schemas.ts'
import { isLargeUsdRateChange, isUsdRate } from '#rules/currency.ts'
import { call } from '#console/platform/api.ts'
import { ActButton, oneDone } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { formatDate, formatDateTime, formatUsd } from '#console/ui/format.ts'
import { Pill } from '#console/ui/pill.tsx'
import { FileButton } from '#console/ui/table/file-button.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import type { FieldValues } from '#console/ui/table/act-fields.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'

/** What other currencies are worth: of each the last rate, until when it holds, another one, and those to come. */
export function Currencies() {
  const client = useQueryClient()
  const rates = useQuery({
    queryKey: ['currency-rates'],
    queryFn: async ({ signal }) => await call(listCurrencyRates, { signal }),
  })
  return (
    <Card
      heading={m.economy_currencies()}
      acts={
        <>
          {rates.data && (
            <FileButton
              name="currencies"
              header={[
                m.economy_currency_file_code(),
                m.economy_currency_file_unit(),
                m.economy_currency_file_day(),
                m.economy_currency_file_author(),
                m.economy_currency_file_time(),
                m.economy_currency_file_until(),
              ]}
              rows={() =>
                rates.data.items.map((rate) => [
                  rate.currency,
                  rate.usdPerUnit,
                  rate.day,
                  rate.setBy,
                  rate.setAt,
                  rate.heldUntil,
                ])
              }
            />
          )}
          <ActButton act={setAct(null, client)} row={null} idOf={() => 'currency'} nameOf={() => ''} />
        </>
      }
    >
      {rates.isPending ? (
        <LoadingState />
      ) : rates.isError ? (
        <FailureState error={rates.error} onRetry={() => void rates.refetch()} />
      ) : rates.data.items.length === 0 ? (
        <p>{m.economy_currencies_none()}</p>
      ) : (
        <Lines>
          {rates.data.items.map((rate) => (
            <Line
              key={rate.currency + rate.day}
              name={
                <>
                  {m.economy_currency_is({ currency: rate.currency, rate: rate.usdPerUnit })}{' '}
                  <Held {...rate} />
                </>
              }
              detail={m.economy_currency_detail({
                day: formatDate(rate.day),
                author: rate.setBy,
                time: formatDateTime(rate.setAt),
              })}
              acts={
                <ActButton
                  act={rate.isComing ? withdrawAct() : setAct(rate, client)}
                  row={rate}
                  idOf={({ currency }) => currency}
                  nameOf={({ currency }) => currency}
                />
              }
            />
          ))}
        </Lines>
      )}
    </Card>
  )
}

function Held({ isHeld, isComing, day, heldUntil }: OperatedCurrencyRate) {
  if (isComing) return <Pill tone="warn">{m.economy_currency_coming({ day: formatDate(day) })}</Pill>
  return (
    <Pill tone={isHeld ? 'good' : 'bad'}>
      {isHeld ? m.economy_currency_held({ day: formatDate(heldUntil) }) : m.economy_currency_old()}
    </Pill>
  )
}

interface Asked {
  currency: string
  usdPerUnit: string
}

/** What was set last in this tab, and the rate that held before: what can be undone. */
let last: { rate: OperatedCurrencyRate; before: { day: string; usdPerUnit: string } | null } | null = null

/**
 * Sets a rate of today, of the currency that is given or of any. It is undone by taking it away, so that the one before
 * holds no longer than it did; where that was today’s too, by setting it again.
 */
function setAct(of: OperatedCurrencyRate | null, client: QueryClient): RowAct<OperatedCurrencyRate | null> {
  return {
    id: 'set-currency',
    label: of ? m.economy_currency_set() : m.economy_currency_add(),
    look: of ? 'quiet' : 'primary',
    permission: 'currency.set',
    fields: [
      ...(of ? [] : [{ name: 'currency', label: m.economy_currency_code(), isRequired: true, length: 3 }]),
      {
        name: 'usdPerUnit',
        label: of ? m.economy_currency_unit({ currency: of.currency }) : m.economy_currency_any_unit(),
        isRequired: true,
        length: 22,
      },
    ],
    preview: (_, values) => <Effect {...askedIn(of, values)} />,
    allows: (_, values) => isAsked(askedIn(of, values)),
    run: async (_, __, values) => {
      const asked = askedIn(of, values)
      // What was shown is what it takes the place of.
      const preview = await client.ensureQueryData(previewQuery(asked))
      const rate = await save(asked, preview.before?.usdPerUnit ?? null)
      last = { rate, before: preview.before }
      return oneDone('currency')
    },
    undo: async () => {
      const { rate, before } = last!
      if (before?.day === rate.day) await save({ ...rate, usdPerUnit: before.usdPerUnit }, rate.usdPerUnit)
      else await withdraw(rate)
      return oneDone('currency')
    },
    said: m.economy_currency_said,
  }
}

/** Takes a rate away before its day has come. */
function withdrawAct(): RowAct<OperatedCurrencyRate | null> {
  return {
    id: 'withdraw-currency',
    label: m.economy_currency_withdraw(),
    look: 'quiet',
    permission: 'currency.set',
    preview: ([rate]) => (
      <p>{m.economy_currency_withdrawal({ currency: rate!.currency, day: formatDate(rate!.day) })}</p>
    ),
    run: async ([rate]) => {
      await withdraw(rate!)
      return oneDone('currency')
    },
    said: m.economy_currency_withdrawn,
  }
}

async function withdraw({ currency, day, usdPerUnit }: OperatedCurrencyRate): Promise<void> {
  await call(withdrawCurrencyRate, { params: { currency }, body: { day, seen: usdPerUnit } })
}

async function save({ currency, usdPerUnit }: Asked, seen: string | null): Promise<OperatedCurrencyRate> {
  return await call(setCurrencyRate, { params: { currency }, body: { usdPerUnit, seen } })
}

const previewQuery = ({ currency, usdPerUnit }: Asked) =>
  queryOptions({
    queryKey: ['currency-preview', currency, usdPerUnit],
    queryFn: async ({ signal }) =>
      await call(previewCurrencyRate, { params: { currency }, query: { usdPerUnit }, signal }),
    retry: false,
  })

function askedIn(of: OperatedCurrencyRate | null, values: FieldValues): Asked {
  const currency = of?.currency ?? (values.currency ?? '').trim().toUpperCase()
  return { currency, usdPerUnit: (values.usdPerUnit ?? '').trim() }
}

function isAsked({ currency, usdPerUnit }: Asked): boolean {
  return /^[A-Z]{3}$/.test(currency) && currency !== 'USD' && isUsdRate(usdPerUnit)
}

/** What a rate touches, asked of the server for each that is typed. */
function Effect(asked: Asked) {
  const preview = useQuery({ ...previewQuery(asked), enabled: isAsked(asked) })
  if (!isAsked(asked)) return <p>{m.economy_currency_typing()}</p>
  if (preview.isError) return <FailureState error={preview.error} onRetry={() => void preview.refetch()} />
  if (preview.isPending) return <LoadingState />
  const { before, heldUntil, claims, sepa } = preview.data
  return (
    <>
      <p>
        {before
          ? m.economy_currency_change({
              currency: asked.currency,
              before: before.usdPerUnit,
              after: asked.usdPerUnit,
            })
          : m.economy_currency_first({ currency: asked.currency, after: asked.usdPerUnit })}{' '}
        {m.economy_currency_until({ day: formatDate(heldUntil) })}
      </p>
      {before && isLargeUsdRateChange(before.usdPerUnit, asked.usdPerUnit) && (
        <p role="alert">{m.economy_currency_large()}</p>
      )}
      {claims.count > 0 && (
        <p>
          {m.economy_currency_claims({
            count: claims.count,
            before: claims.usdCents === null ? m.common_none() : formatUsd(claims.usdCents),
            after: claims.nextUsdCents === null ? m.common_none() : formatUsd(claims.nextUsdCents),
          })}
        </p>
      )}
      {sepa && sepa.count > 0 && (
        <p>{m.economy_currency_sepa({ count: sepa.count, value: formatUsd(sepa.usdCents) })}</p>
      )}
      <p>{m.economy_currency_hint()}</p>
    </>
  )
}

import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { m } from '#console-messages'
import {
  listCurrencyRates,
  previewCurrencyRate,
  proposeCurrencyRate,
  proposeCurrencyWithdrawal,
} from '#contracts/operator-currencies.endpoints.ts'
import type { OperatedCurrencyRate } from '#contracts/operator-currencies.schemas.ts'
import { isUsdRate } from '#rules/currency.ts'
import { call } from '#console/platform/api.ts'
import { neverFromMemory } from '#console/platform/never-from-memory.ts'
import { undoProposal } from '#console/platform/undo-proposal.ts'
import { ActButton, oneDone } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { formatDate, formatDateTime } from '#console/ui/format.ts'
import { Pill } from '#console/ui/pill.tsx'
import { listFile } from '#console/ui/table/file-button.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import type { FieldValues } from '#console/ui/table/act-fields.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { proposed } from './rate-proposal.tsx'
import { CurrencyTouched } from './currency-touched.tsx'

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
      acts={<ActButton act={setAct(null, client)} row={null} idOf={() => 'currency'} nameOf={() => ''} />}
    >
      {rates.isPending ? (
        <LoadingState />
      ) : rates.isError ? (
        <FailureState error={rates.error} onRetry={() => void rates.refetch()} />
      ) : rates.data.items.length === 0 ? (
        <p>{m.economy_currencies_none()}</p>
      ) : (
        <Lines
          file={listFile('currencies', rates.data.items, [
            [m.economy_currency_file_code(), ({ currency }) => currency],
            [m.economy_currency_file_unit(), ({ usdPerUnit }) => usdPerUnit],
            [m.economy_currency_file_day(), ({ day }) => day],
            [m.economy_currency_file_author(), ({ setBy }) => setBy],
            [m.economy_currency_file_time(), ({ setAt }) => setAt],
            [m.economy_currency_file_until(), ({ heldUntil }) => heldUntil],
          ])}
        >
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

/** Proposes a rate of today, of the currency that is given or of any. */
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
    run: async (_, why, values) => {
      const { currency, usdPerUnit } = askedIn(of, values)
      // What was shown is what it takes the place of: read anew it would be another that nobody looked at.
      const shown = client.getQueryData(previewQuery({ currency, usdPerUnit }).queryKey)
      const seen = shown?.before?.usdPerUnit ?? null
      const body = { usdPerUnit, seen, reason: why }
      return oneDone(
        'currency',
        undoProposal(await call(proposeCurrencyRate, { params: { currency }, body })),
      )
    },
    ...proposed,
  }
}

/** Proposes to take a rate away before its day has come. */
function withdrawAct(): RowAct<OperatedCurrencyRate | null> {
  return {
    id: 'withdraw-currency',
    label: m.economy_currency_withdraw(),
    look: 'quiet',
    permission: 'currency.set',
    preview: ([rate]) => (
      <>
        <p>{m.economy_currency_withdrawal({ currency: rate!.currency, day: formatDate(rate!.day) })}</p>
        <p>{m.economy_rate_hint()}</p>
      </>
    ),
    run: async ([rate], why) => {
      const { currency, day, usdPerUnit: seen } = rate!
      const body = { day, seen, reason: why }
      const proposal = await call(proposeCurrencyWithdrawal, { params: { currency }, body })
      return oneDone('currency', undoProposal(proposal))
    },
    ...proposed,
  }
}

const previewQuery = ({ currency, usdPerUnit }: Asked) =>
  queryOptions({
    queryKey: ['currency-preview', currency, usdPerUnit],
    ...neverFromMemory,
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
  return (
    <>
      <CurrencyTouched {...preview.data} currency={asked.currency} after={asked.usdPerUnit} />
      <p>{m.economy_currency_hint()}</p>
      <p>{m.economy_rate_hint()}</p>
    </>
  )
}

import { getFaq } from '#contracts/faq.endpoints.ts'
import * as contract from '#contracts/operator-faq.endpoints.ts'
import { answer, bind } from '#server/platform/http/bind.ts'
import type { Module } from '#server/platform/module.ts'
import { addFaqEntry, orderFaqTopic, setFaqEntry, turnFaqEntry } from './change-faq.ts'
import { answerHtml } from './faq-html.ts'
import type { FaqPage } from './faq-page.ts'
import { operatedFaq, operatedFaqEntry } from './operated-faq.ts'

/** Questions and answers: read by everybody, written by operators. */
export function faqModule(page: FaqPage): Module {
  return {
    routes: [
      bind(getFaq, async () => ({ html: await page.html() })),
      bind(contract.getOperatedFaq, ({ db }) => operatedFaq(db)),
      bind(contract.getFaqEntry, ({ db, params: { slug } }) => operatedFaqEntry(db, slug)),
      bind(contract.addFaqEntry, async ({ transaction, actor, body }) =>
        transaction(async (tx) => {
          await addFaqEntry(tx, actor, body)
          return answer(201, await operatedFaqEntry(tx, body.slug))
        }),
      ),
      bind(contract.setFaqEntry, async ({ transaction, actor, params: { slug }, body }) =>
        transaction(async (tx) => {
          await setFaqEntry(tx, actor, { slug, ...body })
          return await operatedFaqEntry(tx, slug)
        }),
      ),
      bind(contract.turnFaqEntry, async ({ transaction, actor, params: { slug }, body }) =>
        transaction(async (tx) => {
          await turnFaqEntry(tx, actor, { slug, ...body })
          return await operatedFaqEntry(tx, slug)
        }),
      ),
      bind(contract.orderFaqTopic, async ({ transaction, actor, params: { topic }, body }) =>
        transaction(async (tx) => {
          await orderFaqTopic(tx, actor, { topic, ...body })
          return await operatedFaq(tx)
        }),
      ),
      bind(contract.previewFaqAnswer, async ({ body: { language, answer: text } }) =>
        answerHtml(text, language),
      ),
    ],
  }
}

export { addFaqEntry, orderFaqTopic, setFaqEntry, turnFaqEntry, type FaqChange } from './change-faq.ts'
export { openFaqPage, type FaqPage } from './faq-page.ts'
export { operatedFaq, operatedFaqEntry } from './operated-faq.ts'

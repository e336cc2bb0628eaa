// What other modules may call.
export { askedOf, questionsOf } from './brand-question-queries.ts'

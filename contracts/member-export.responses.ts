/** The answer is a file: no schema, the endpoint's `answerType` says what it is. */
export const memberExportResponses = { exportUser: { 200: null } }

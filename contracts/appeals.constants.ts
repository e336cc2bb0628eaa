/** As the appeal's table has it. */
export const appealLengthMax = 2000

/** Closes of the chart of a bot's holdings over time. */
export const holdingsClosesMax = 30;

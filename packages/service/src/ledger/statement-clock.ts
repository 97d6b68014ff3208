/** SQL of the clock of the database when the statement began, as exact as the API shows it; read once for all rows. */
export const createdAt = "(select date_trunc('milliseconds', now()))";

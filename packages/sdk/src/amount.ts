/** US dollars. A `bigint` is whole dollars. */
export type Amount = string | number | bigint;

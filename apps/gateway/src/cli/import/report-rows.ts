import type { Plan } from './plan-columns.ts';
import { columnOf } from './read-row.ts';
import { billionths, readAmount } from './values/read-amount.ts';
import { isTime } from './values/read-time.ts';

type Row = Readonly<Record<string, string>>;

/**
 * Words with which the label of a total begins, in several languages, and `Total` at the end of one, as in
 * `Consulting Total`.
 */
const total = new RegExp(
  [
    '^(?:(?:sub|grand|sous|zwischen|gesamt|end)[ -]?)?(?:totals?|totale|totaal|totaux|summen?|suma|betrag)\\b',
    '^(?:sum|gesamt|saldo|übertrag|(?:(?:opening|beginning|ending|closing) )?balance)\\b',
    '\\btotals?:?$',
  ].join('|'),
  'i',
);

/**
 * Finds the rows of an accounting report that are no records: headings of groups, subtotals, totals and repeated
 * headers. Recording a total would count everything above it twice.
 *
 * A row with a valid time is always a record. Among the others, a total is known by its label; or, if it has nothing but
 * amounts, by its value: it is the sum of all records since the beginning of some group. The sums up to each heading
 * are kept for this comparison.
 */
export class ReportRows {
  readonly #plan: Plan;
  readonly #header: string;
  /** Sum and number of the records before each heading or total. A group begins at each of them. */
  #groups = [{ sum: 0n, count: 0 }];
  #sum = 0n;
  #count = 0;
  /** Whether some record has nothing but amounts, too. Totals then cannot be told from records by that. */
  #bare = false;

  constructor(plan: Plan, header: readonly string[]) {
    this.#plan = plan;
    this.#header = header.map((name) => name.trim()).join('\0');
  }

  /**
   * Why a row is left out. Undefined for a record, which is then added to the sums. Call it for every row, in order.
   */
  reasonOf(row: Row, cells: readonly string[]): string | undefined {
    const amount = this.#amountOf(row);
    const hasTime = this.#hasTime(row);
    const reason = hasTime ? undefined : this.#reason(row, { cells, amount });
    if (reason === undefined) {
      this.#sum += amount ?? 0n;
      this.#count++;
      this.#bare ||= !hasTime && isBare(cells, this.#plan);
    } else this.#groups.push({ sum: this.#sum, count: this.#count });
    return reason;
  }

  #reason(row: Row, { cells, amount }: { cells: readonly string[]; amount: bigint | undefined }) {
    const { columns, set } = this.#plan;
    const texts = cells.map((cell) => cell.trim());
    if (texts.join('\0') === this.#header) return 'repeated headers';
    const needed = columns.required.filter((field) => !set.has(field));
    const others = needed.filter((field) => field !== columns.time);
    const isHeading = others.length > 0 && others.every((field) => this.#cell(field, row) === undefined);
    if (isHeading) return `without ${needed.join(' and ')}`;
    const filled = texts.filter((cell) => cell !== '');
    const time = this.#cell(columns.time, row);
    const isLabelled = filled.some((cell) => total.test(cell)) && (!time || total.test(time));
    const isSum = !this.#bare && isBare(cells, this.#plan) && this.#isSum(amount);
    return isLabelled || isSum ? 'totals' : undefined;
  }

  /**
   * Whether an amount is the sum of the records since the beginning of some group. In a file without groups a single
   * record is no sum: two amounts in a row may be equal by chance.
   */
  #isSum(amount: bigint | undefined): boolean {
    const least = this.#groups.length > 1 ? 1 : 2;
    return this.#groups.some(({ sum, count }) => this.#count - count >= least && this.#sum - sum === amount);
  }

  #amountOf(row: Row): bigint | undefined {
    const fields = this.#plan.columns.required.filter(
      (field) => this.#plan.columns.known.get(field) === 'decimal',
    );
    const reading = readAmount(this.#cell(fields[0] ?? '', row) ?? '', this.#plan.options);
    return 'value' in reading ? billionths(reading.value) : undefined;
  }

  #hasTime(row: Row): boolean {
    const { columns, options } = this.#plan;
    const text = this.#cell(columns.time, row);
    return text !== undefined && isTime(text, options);
  }

  #cell(field: string, row: Row): string | undefined {
    const column = this.#plan.set.has(field) ? undefined : columnOf(field, row, this.#plan);
    return column === undefined ? undefined : row[column];
  }
}

/** Whether a row has nothing but amounts. */
function isBare(cells: readonly string[], { options }: Plan): boolean {
  return cells.every((cell) => {
    const reading = readAmount(cell.trim(), options);
    return cell.trim() === '' || ('value' in reading && billionths(reading.value) !== undefined);
  });
}

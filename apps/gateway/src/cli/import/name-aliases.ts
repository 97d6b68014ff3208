import type { Columns } from './columns.ts';
import { closest, isSameName, MAX_NAME, normal } from './similar-names.ts';

/**
 * Names of columns in exports of other programs, in several languages, in the form of `normal`. Earlier names fit
 * better. `part` finds further ones by a part of their name.
 */
type Aliases = { exact: readonly string[]; part?: RegExp };

const time: Aliases = {
  exact: [
    ...[
      'created',
      'createdat',
      'createddate',
      'datecreated',
      'paidat',
      'paidon',
      'datetime',
      'timestamp',
      'date',
      'time',
    ],
    ...['transactiondate', 'invoicedate', 'orderdate', 'paymentdate', 'postingdate', 'day'],
    ...['datum', 'buchungsdatum', 'buchungstag', 'belegdatum', 'rechnungsdatum', 'fecha', 'data', 'dato'],
  ],
  part: /date|datum|fecha|created|timestamp/,
};

const amount: Aliases = {
  exact: [
    ...[
      'amount',
      'total',
      'grandtotal',
      'totalamount',
      'netamount',
      'amountpaid',
      'net',
      'netsales',
      'gross',
    ],
    ...[
      'value',
      'revenue',
      'sales',
      'price',
      'cost',
      'sum',
      'subtotal',
      'betrag',
      'umsatz',
      'summe',
      'nettobetrag',
    ],
    ...['bruttobetrag', 'netto', 'brutto', 'montant', 'importe', 'importo', 'valor', 'bedrag', 'belop'],
  ],
  part: /^(?!.*(refund|tax|vat|fee|discount|shipping|subtotal|due|balance|disputed|converted)).*(amount|total|betrag|umsatz|montant|importe)/,
};

const naturalKey: Aliases = {
  exact: [
    ...[
      'id',
      'key',
      'chargeid',
      'paymentid',
      'transactionid',
      'transaction',
      'orderid',
      'invoiceid',
      'invoice',
    ],
    ...[
      'invoicenumber',
      'invoiceno',
      'ordernumber',
      'orderno',
      'number',
      'no',
      'num',
      'nr',
      'reference',
      'ref',
    ],
    ...[
      'beleg',
      'belegnummer',
      'belegnr',
      'rechnungsnummer',
      'rechnung',
      'rechnungsnr',
      'referenz',
      'factura',
      'facture',
      'uuid',
    ],
  ],
  part: /^(?!.*(customer|client|kunde|card|account|user|agent|product|zip|phone)).*(id|number|no|nr|nummer|reference)$/,
};

const others: Readonly<Record<string, Aliases>> = {
  customerKey: {
    exact: [
      ...[
        'customerid',
        'customer',
        'customernumber',
        'clientid',
        'client',
        'customeremail',
        'email',
        'customername',
      ],
      ...['company', 'account', 'payer', 'kunde', 'kundennummer', 'kundennr', 'debitor', 'cliente', 'klant'],
    ],
  },
  agentKey: { exact: ['agent', 'agentname', 'agentid', 'assistant', 'bot'] },
  description: {
    exact: [
      ...[
        'description',
        'memo',
        'memodescription',
        'details',
        'notes',
        'note',
        'subject',
        'title',
        'item',
        'product',
        'text',
      ],
      ...[
        'buchungstext',
        'verwendungszweck',
        'bezeichnung',
        'beschreibung',
        'leistung',
        'concepto',
        'descripcion',
      ],
    ],
  },
};

/**
 * How well a column fits a field by its name: the smaller the better, and 0 for the same name. Undefined if it does
 * not fit.
 */
export function rankOf(columns: Columns, field: string, column: string): number | undefined {
  if (column.length > MAX_NAME) return undefined;
  if (isSameName(field, column)) return 0;
  const { exact, part } = aliasesOf(columns, field);
  const short = column.replaceAll(/(?<![a-z])(UTC|GMT|USD)(?![a-z])/gi, '');
  const name = normal(short);
  const rank = exact.indexOf(name);
  // A column that names its time zone or currency says more: `created_utc` is better than `created`.
  const better = short === column ? 0 : 0.5;
  if (rank !== -1) return 1 + rank - better;
  if (part?.test(name)) return 100 - better;
  // A name that begins with the field is no misspelling of it: `source_id` is not `source`.
  const isLonger = name.startsWith(normal(field));
  return isLonger || closest(column, [field]) === undefined ? undefined : 200;
}

function aliasesOf({ known, time: timeField, naturalKey: keyField }: Columns, field: string): Aliases {
  if (field === timeField) return time;
  if (field === keyField) return naturalKey;
  if (known.get(field) === 'decimal') return amount;
  return others[field] ?? { exact: [] };
}

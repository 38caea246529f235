import { DAY_MS } from '#domain/time.ts';
import { isNode, type SchemaNode, scalarText, valuesOf } from '../../values/nodes.ts';
import { type Fields, normalised, normalName } from './fields.ts';
import { STATE_KEYS } from './keys.ts';
import { amountOf } from './money.ts';
import { roleWithin } from './roles.ts';

/** Marks of the entry that the shop itself puts first. */
const CHOSEN = [
  ...['isdefault', 'default', 'isbuyboxwinner', 'isbuybox', 'buybox', 'iswinner', 'isselected'],
  ...['isfeatured', 'featured'],
];
const USED = /used|refurb|open.?box|second|renewed|pre-?owned|damaged/i;
/** Groups that a price is for, and quantities that it asks. */
const GROUPS = ['customergroup', 'pricegroup', 'customergroupid', 'membergroup', 'audience'];

interface Entry {
  node: SchemaNode;
  fields: Fields;
}

/** Of the prices or offers that a shop lists for one product, what anyone of ours pays for one new piece; null without entries. */
export function ownEntry(listed: unknown): SchemaNode | null {
  const entries = valuesOf(listed).filter(isNode);
  if (entries.length < 2) return entries[0] ?? null;
  const { best, pool } = entriesForAnyone(entries);
  return (best ?? pool[0])?.node ?? null;
}

/** The same, but null where entries that nothing tells apart ask different amounts, or none is in our money. */
export function pricedEntry(listed: unknown): SchemaNode | null {
  const entries = valuesOf(listed).filter(isNode);
  if (entries.length < 2) return entries.find((entry) => !isTooMany(normalised(entry))) ?? null;
  const { best, pool } = entriesForAnyone(entries);
  const [first, ...others] = pool
    .map(({ fields, node }) => ({
      node,
      amount: Number(priceOf(fields) || amountOf(node, null)),
      currency: currencyOf(fields),
    }))
    .filter(({ amount }) => amount > 0);
  const isOne = others.every(
    ({ amount, currency }) => amount === first?.amount && currency === first.currency,
  );
  return best?.node ?? (isOne ? (first?.node ?? null) : null);
}

function entriesForAnyone(nodes: readonly SchemaNode[]): { best?: Entry; pool: readonly Entry[] } {
  const all = nodes.map((node) => ({ node, fields: normalised(node) }));
  const open = withoutTiers(all).filter(({ fields }) => !isConditional(fields));
  const ours = open.filter(({ fields }) => currencyOf(fields) === 'AUD');
  const among = ours.length > 0 ? ours : open;
  const local = among.filter(({ fields }) => fields.get('country') === 'AU');
  const pool = local.length > 0 ? local : among;
  const best = pool.find(({ fields }) => CHOSEN.some((key) => fields.get(key) === true));
  return best ? { best, pool } : { pool };
}

/** Of prices that fall as the quantity grows the first, for one piece. */
function withoutTiers<Entry extends { fields: Fields }>(all: readonly Entry[]): readonly Entry[] {
  const steps = all
    .map((entry) => ({ entry, least: stepOf(entry.fields, STEP), price: priceOf(entry.fields) }))
    .toSorted((a, b) => a.least - b.least);
  const isTiers = steps.every(({ least, price }, at) => {
    const before = steps[at - 1];
    return before ? least > before.least && price <= before.price : least <= 1;
  });
  return isTiers ? steps.slice(0, 1).map(({ entry }) => entry) : all;
}

/** What says from how many pieces on a price is asked; a bare quantity may be the stock. */
const FIRST_PIECE =
  /^(?:from|ladder|startnumber|threshold)$|^(?:min|from|start).*(?:qty|quantity)$|^(?:qty|quantity)from$/;
const STEP = new RegExp(`${FIRST_PIECE.source}|^(?:quantity|qty)$`);

/** True for a price that begins at more than one piece. */
export function isTooMany(fields: Fields): boolean {
  return stepOf(fields, FIRST_PIECE) > 1;
}

function stepOf(fields: Fields, name: RegExp): number {
  for (const [key, value] of fields)
    if (name.test(key)) return Number(scalarText(value) || Number.NaN);
  return Number.NaN;
}

function priceOf(fields: Fields): number {
  const stated = fields.get('price') ?? fields.get('value');
  const named = stated ?? [...fields].find(([key]) => roleWithin(key) === 'price')?.[1];
  return Number(scalarText(named) || Number.NaN);
}

/** True for a price that not anyone pays for one new piece today. */
export function isConditional(fields: Fields): boolean {
  return (
    USED.test(scalarText(fields.get('condition'))) ||
    GROUPS.some((key) => fields.has(key)) ||
    isTooMany(fields) ||
    isOfOtherTime(fields, STARTS, ENDS)
  );
}

const STARTS = ['startdate', 'validfrom', 'fromdate', 'starttime', 'startsat'];
const ENDS = ['enddate', 'validuntil', 'validto', 'todate', 'endtime', 'endsat', 'pricevaliduntil'];

/** True where a price begins later or is over: shops keep last year's promotions. */
function isOfOtherTime(
  fields: Fields,
  starts: readonly string[],
  ends: readonly string[],
): boolean {
  const now = Date.now();
  return (
    starts.some((key) => Date.parse(scalarText(fields.get(key))) > now) ||
    ends.some((key) => endOf(scalarText(fields.get(key))) < now)
  );
}

/** A day without a time ends when the day does; "0001-01-01" and "1970-01-01" are no end. */
function endOf(text: string): number {
  const end = Date.parse(text) + (/^\d{4}-\d\d-\d\d$/.test(text) ? DAY_MS : 0);
  return end > FIRST_END ? end : Number.NaN;
}

const FIRST_END = Date.UTC(2000, 0);

const SALES = ['special', 'sale', 'promo', 'promotion', 'promotional', 'discount'].map((sale) => ({
  price: `${sale}price`,
  starts: [`${sale}fromdate`, `${sale}startdate`, `${sale}pricefrom`, `${sale}pricestartdate`],
  ends: [
    ...[`${sale}expirydate`, `${sale}todate`, `${sale}enddate`],
    ...[`${sale}priceto`, `${sale}priceenddate`],
  ],
}));

/** Takes sale prices out that begin later or are over. */
export function dropOtherTimes(fields: Fields): void {
  for (const { price, starts, ends } of SALES)
    if (fields.has(price) && isOfOtherTime(fields, starts, ends)) fields.delete(price);
}

function currencyOf(fields: Fields): string {
  const stated = fields.get('currency') ?? fields.get('currencycode');
  if (isNode(stated)) return scalarText(stated['code']);
  if (stated !== undefined) return scalarText(stated);
  for (const key of ['value', 'price', 'amount', 'money']) {
    const inner = fields.get(key);
    if (!isNode(inner)) continue;
    const within = normalised(inner);
    const code = within.get('currencycode') ?? within.get('currency') ?? within.get('currencyiso');
    if (code !== undefined) return scalarText(code);
  }
  return '';
}

const NAMED: ReadonlySet<string> = new Set([
  ...STATE_KEYS.sale,
  ...STATE_KEYS.price,
  ...STATE_KEYS.was,
]);
const TYPES = ['type', 'pricetype', 'pricetypename', 'usage', 'kind', 'label', 'name', 'code'];
const AMOUNTS = ['value', 'amount', 'price', 'centamount', 'grossamount', 'cents'];

/**
 * Prices that a shop lists by what they are, [{ type: 'SALE', value: 49 }, { type: 'LIST', value: 69 }], as the fields that other
 * shops name so; null for lists of other kinds.
 */
export function typedPrices(listed: unknown): Fields | null {
  if (!Array.isArray(listed) || listed.length < 2) return null;
  const typed: Fields = new Map();
  for (const entry of listed) {
    if (!isNode(entry)) return null;
    const fields = normalised(entry);
    if (isConditional(fields)) continue;
    const type = TYPES.map((key) => scalarText(fields.get(key))).find((text) => text !== '');
    const amount = AMOUNTS.map((key) => fields.get(key)).find((value) => value !== undefined);
    const key = type?.toLowerCase().replace(/[^a-z]/g, '') ?? '';
    if (key === '' || amount === undefined) continue;
    const name = key === 'now' || key === 'was' || key.endsWith('price') ? key : `${key}price`;
    if (typed.has(name)) return null;
    typed.set(name, amount === fields.get('cents') ? entry : amount);
    const currency = currencyOf(fields);
    if (currency) typed.set('currency', currency);
  }
  // What is displayed beside an offer is the price that the offer lowers.
  if (typed.has('offerprice') && typed.has('displayprice')) {
    typed.set('listprice', typed.get('displayprice'));
    typed.delete('displayprice');
  }
  const named = [...typed.keys()].filter((key) => key !== 'currency');
  return named.length > 1 && named.some((key) => NAMED.has(key)) ? typed : null;
}

/** What shops list as further attributes, [{ attribute_code: 'special_price', value: '89.00' }], added where the object has no such field. */
export function addAttributes(fields: Fields): void {
  for (const listed of ['customattributes', 'customattributesv2', 'attributes', 'attribute']) {
    const entries = fields.get(listed);
    if (!Array.isArray(entries)) continue;
    for (const entry of entries.filter(isNode)) {
      const { attribute_code: code, code: short = code, name = short } = entry;
      const key = typeof name === 'string' ? normalName(name) : '';
      const value = attributeValue(entry['value']);
      if (key && value !== undefined && !fields.has(key)) fields.set(key, value);
    }
  }
}

/** A lone text or number, however often it is wrapped: [{ value: '49.95' }]. */
function attributeValue(value: unknown): string | number | boolean | undefined {
  if ((typeof value === 'string' && value !== '') || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value;
  const [only, other] = valuesOf(value);
  return isNode(only) && other === undefined && !isNode(only['value'])
    ? attributeValue(only['value'])
    : undefined;
}

/*
 * What the benches of reading share: their subjects are processes of their own, visit pages in lanes, and are asked what
 * they read.
 */
import type { ChildProcess } from 'node:child_process';
import { isInStock } from '#domain/offers/availability.ts';
import type { PageReading } from '#domain/offers/page-reading.ts';
import { guardReading } from '#worker/offers/guard-reading.ts';
import { nameLikeness, SAME_NAME } from '#worker/replay/same-value.ts';
import type { ShopPage, Statement } from './fetch-extract/shop-pages.ts';

/** What was read of each path; null where nothing was. */
export type Read = Record<string, Statement | null>;

/** The next message of a subject; rejects when it ends before. */
export function answerOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (answer) => resolve(answer as T));
    child.once('exit', (code) => reject(new Error(`a subject ended with ${code}`)));
  });
}

/** Runs `visit` over all paths in so many lanes. */
export async function inLanes(
  paths: readonly string[],
  lanes: number,
  visit: (path: string, lane: number) => Promise<void>,
): Promise<void> {
  const left = paths.values();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (const path of left) await visit(path, lane);
    }),
  );
}

/** What a reading of ours says that the last guard lets through. */
export function statementOf(reading: PageReading): Statement | null {
  const [first] = guardReading(reading, { name: 'Wattlebird', currency: 'AUD' }).offers;
  const product = reading.product ?? first?.reading;
  if (!first || !product) return null;
  return {
    name: product.name,
    price: (first.content.priceCents / 100).toFixed(2),
    isInStock: isInStock(product.availability),
  };
}

/** What a reading of a saved page says, in whatever money: the guard lets nothing but our own through. */
export function savedStatementOf({ product }: PageReading): Statement | null {
  if (!product?.price) return null;
  const { name, price, availability } = product;
  return { name, price, isInStock: isInStock(availability) };
}

/**
 * How many pages' name, price and stock came out as they should, in every round. Names of saved pages count by the rule of
 * `replay`, and their stock not at all: a label is one person's look at the page.
 */
export function readRight(
  pages: readonly Pick<ShopPage, 'path' | 'saved' | keyof Statement>[],
  rounds: readonly { read: Read }[],
): number {
  return pages.filter((page) => rounds.every(({ read }) => isRight(page, read[page.path]))).length;
}

function isRight(
  { name, price, isInStock, saved }: Pick<ShopPage, 'saved' | keyof Statement>,
  found: Statement | null | undefined,
): boolean {
  if (!found || Number(found.price) !== Number(price)) return false;
  if (saved) return nameLikeness(saved.names, found.name) >= SAME_NAME;
  return found.name === name && found.isInStock === isInStock;
}

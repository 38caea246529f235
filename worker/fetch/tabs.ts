import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { emptyTab, openTab, type Tab } from './tab.ts';

interface Kept {
  origin: string;
  /** The emptied tab; null when it could not be emptied and was closed. */
  emptied: Promise<Tab | null>;
}

/**
 * A tab that takes longer to empty is closed: a script of its page blocks it. Chromium with windows takes .1 to .5 s, on a
 * busy machine more than 1 s; only the next page of the same shop waits for it.
 */
const EMPTY_MS = 5_000;
/** A page whose script never returns may not close either: its browser is ended then. */
const CLOSE_MS = 1_000;

/** Keeps up to `most` tabs of a browser, those used last. */
export function createTabs(context: BrowserContext, most: number) {
  const kept: Kept[] = [];
  return {
    /** Resolves when the browser ends: its tabs may then never answer. */
    ended: new Promise<void>((resolve) => context.once('close', () => resolve())),
    /** A new tab, or one in which only pages of this origin were rendered. */
    async take(origin: string) {
      const at = kept.findIndex((one) => one.origin === origin);
      const [found] = at === -1 ? [] : kept.splice(at, 1);
      return (await found?.emptied) ?? openTab(context);
    },
    /** Empties a tab and keeps it for its origin; closes it when its page was not read or did not behave. */
    async giveBack(tab: Tab, origin: string, isRead: boolean) {
      if (!isRead || tab.isSpoiled) return closeTab(tab);
      kept.push({ origin, emptied: emptied(tab, origin) });
      const surplus = kept.length > most ? kept.shift() : undefined;
      const oldest = await surplus?.emptied;
      if (oldest) await closeTab(oldest);
    },
  };
}

export type Tabs = ReturnType<typeof createTabs>;

async function emptied(tab: Tab, origin: string): Promise<Tab | null> {
  const isEmpty = await Promise.race([
    emptyTab(tab, origin).then(
      () => !tab.isSpoiled,
      () => false,
    ),
    sleep(EMPTY_MS, false),
  ]);
  if (isEmpty) return tab;
  await closeTab(tab);
  return null;
}

async function closeTab(tab: Tab): Promise<void> {
  await Promise.race([tab.page.close().catch(() => undefined), sleep(CLOSE_MS)]);
}

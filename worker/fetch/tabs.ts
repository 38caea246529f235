import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { emptyTab, openTab, type Tab } from './tab.ts';

interface Kept {
  origin: string;
  /** The emptied tab; null if it could not be emptied and was closed. */
  emptied: Promise<Tab | null>;
}

/**
 * A tab that takes longer to empty is closed, as a script probably blocks it. Chromium with windows takes 0.1 to 0.5 s, on a busy
 * machine over 1 s; only the next page of the same shop waits for it.
 */
const EMPTY_MS = 5_000;
/** A page with an endless script may not close either; its browser is then ended. */
const CLOSE_MS = 1_000;

/** Keeps the `most` recently used tabs of a browser. */
export function createTabs(context: BrowserContext, most: number) {
  const kept: Kept[] = [];
  return {
    /** Resolves when the browser ends; its tabs may never answer after that. */
    ended: new Promise<void>((resolve) => context.once('close', () => resolve())),
    /** Returns a new tab, or one that has rendered only pages of this origin. */
    async take(origin: string) {
      const at = kept.findIndex((one) => one.origin === origin);
      const [found] = at === -1 ? [] : kept.splice(at, 1);
      return (await found?.emptied) ?? openTab(context);
    },
    /** Empties a tab and keeps it for its origin; closes it if its page was not read or the tab is spoiled. */
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
